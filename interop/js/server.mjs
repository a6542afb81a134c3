// An agent made with the official JavaScript SDK, for our clients to call. It
// says where its card is in a line of its output.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { AGENT_CARD_PATH, Role, TaskState } from '@a2a-js/sdk';
import {
  AgentEvent, DefaultPushNotificationSender, DefaultRequestHandler, InMemoryPushNotificationStore, InMemoryTaskStore,
} from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';

// Echo does what the text of a message asks for: "ask" asks back, "reply"
// answers with a message, "wait" works until it is canceled; everything else
// comes back as an artifact.
class Echo {
  #waiting = new Map(); // what ends the wait of a task
  #contexts = new Map(); // of the tasks

  async execute(turn, bus) {
    const { taskId, contextId, userMessage } = turn;
    this.#contexts.set(taskId, contextId);
    const say = (text) => ({
      messageId: randomUUID(), taskId, contextId, role: Role.ROLE_AGENT, extensions: [], referenceTaskIds: [], metadata: undefined,
      parts: [{ content: { $case: 'text', value: text }, filename: '', mediaType: '', metadata: undefined }],
    });
    const status = (state, text) => ({ state, message: text && say(text), timestamp: new Date().toISOString() });
    const update = (state, text) =>
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status: status(state, text), metadata: undefined }));

    const text = userMessage.parts[0]?.content?.value;
    if (text === 'reply') {
      bus.publish(AgentEvent.message({ ...say('a message'), taskId: '' }));
      bus.finished();
      return;
    }
    bus.publish(AgentEvent.task(turn.task ?? {
      id: taskId, contextId, status: status(TaskState.TASK_STATE_SUBMITTED), history: [userMessage], artifacts: [], metadata: undefined,
    }));
    if (text === 'ask') {
      update(TaskState.TASK_STATE_INPUT_REQUIRED, 'What else?');
      bus.finished();
      return;
    }
    update(TaskState.TASK_STATE_WORKING);
    if (text === 'wait') {
      await new Promise((end) => this.#waiting.set(taskId, end));
      return;
    }
    bus.publish(AgentEvent.artifactUpdate({
      taskId, contextId, append: false, lastChunk: true, metadata: undefined,
      artifact: { artifactId: randomUUID(), name: 'echo', description: '', parts: userMessage.parts, extensions: [], metadata: undefined },
    }));
    update(TaskState.TASK_STATE_COMPLETED, 'done');
    bus.finished();
  }

  async cancelTask(taskId, bus) {
    const status = { state: TaskState.TASK_STATE_CANCELED, message: undefined, timestamp: new Date().toISOString() };
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId: this.#contexts.get(taskId), status, metadata: undefined }));
    bus.finished();
    this.#waiting.get(taskId)?.();
  }
}

const app = express();
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const base = `http://127.0.0.1:${server.address().port}`;

const card = {
  name: 'sdk-server', description: 'Echoes.', version: '1.0.0', provider: undefined, signatures: [],
  supportedInterfaces: [
    { url: `${base}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
    { url: `${base}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', tenant: '' },
  ],
  capabilities: { streaming: true, pushNotifications: true, extensions: [], extendedAgentCard: false },
  securitySchemes: {
    bearer: { scheme: { $case: 'httpAuthSecurityScheme', value: { description: '', scheme: 'Bearer', bearerFormat: 'opaque' } } },
  },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'],
  skills: [{
    id: 'echo', name: 'Echo', description: 'Echoes.', tags: ['test'],
    examples: [], inputModes: [], outputModes: [], securityRequirements: [],
  }],
};
const hooks = new InMemoryPushNotificationStore();
const requestHandler = new DefaultRequestHandler(
  card, new InMemoryTaskStore(), new Echo(), undefined, hooks, new DefaultPushNotificationSender(hooks));
const userBuilder = UserBuilder.noAuthentication;
app.use(`/${AGENT_CARD_PATH}`, agentCardHandler({ agentCardProvider: requestHandler }));
app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder }));
app.use('/rest', restHandler({ requestHandler, userBuilder }));
console.log(`listening on ${base}`);
