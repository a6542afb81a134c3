// This server is an agent on the official JavaScript SDK that emits the same
// events as the generated one. It is installed with the packages of interop/js.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { TaskState } from '@a2a-js/sdk';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';

const text = 'x'.repeat(32);
const metadata = undefined;

class Echo {
  async execute({ taskId, contextId, userMessage }, bus) {
    const status = (state) => ({ state, message: undefined, timestamp: new Date().toISOString() });
    const update = (state) => bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status: status(state), metadata }));

    bus.publish(AgentEvent.task({
      id: taskId, contextId, status: status(TaskState.TASK_STATE_SUBMITTED), history: [userMessage], artifacts: [], metadata,
    }));
    update(TaskState.TASK_STATE_WORKING);
    const artifactId = randomUUID();
    const pieces = userMessage.metadata?.appends || 1;
    for (let i = 0; i < pieces; i++) {
      bus.publish(AgentEvent.artifactUpdate({
        taskId, contextId, append: i > 0, lastChunk: i === pieces - 1, metadata,
        artifact: {
          artifactId, name: 'echo.txt', description: '', extensions: [], metadata,
          parts: [{ content: { $case: 'text', value: text }, filename: '', mediaType: '', metadata }],
        },
      }));
    }
    update(TaskState.TASK_STATE_COMPLETED);
    bus.finished();
  }

  async cancelTask() {} // nothing here waits
}

const app = express();
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = `127.0.0.1:${server.address().port}`;

const reached = (protocolBinding, path) => ({ url: `http://${address}${path}`, protocolBinding, protocolVersion: '1.0', tenant: '' });
const card = {
  name: 'js', description: 'Echoes.', version: '1.0.0', provider: undefined, signatures: [],
  supportedInterfaces: [reached('JSONRPC', '/a2a/jsonrpc'), reached('HTTP+JSON', '/a2a/rest')],
  capabilities: { streaming: true, pushNotifications: false, extensions: [], extendedAgentCard: false },
  securitySchemes: {}, securityRequirements: [], defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'], skills: [],
};
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Echo());
const userBuilder = UserBuilder.noAuthentication;
app.use('/a2a/jsonrpc', jsonRpcHandler({ requestHandler, userBuilder }));
app.use('/a2a/rest', restHandler({ requestHandler, userBuilder }));

process.stdin.on('end', () => process.exit()).resume();
console.log(`ready ${address} - -`);
