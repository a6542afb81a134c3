"""Calls an agent, and one that wants credentials, by the official Python SDK's
client on one binding, and prints a line of JSON for each scenario."""

import asyncio
import json
import re
import sys
import traceback
import uuid

import grpc
import httpx
from a2a.client import A2ACardResolver, ClientCallContext, ClientConfig, ClientFactory
from a2a.client.errors import A2AClientError
from a2a.types import (
    AuthenticationInfo,
    CancelTaskRequest,
    DeleteTaskPushNotificationConfigRequest,
    GetTaskPushNotificationConfigRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTasksRequest,
    Message,
    Part,
    Role,
    SendMessageRequest,
    SubscribeToTaskRequest,
    TaskPushNotificationConfig,
    TaskState,
)
from a2a.utils.errors import (
    InvalidParamsError,
    TaskNotCancelableError,
    TaskNotFoundError,
    UnsupportedOperationError,
)
from google.protobuf.json_format import MessageToDict

BINDING, BASE, SECURED, HEADER, KEY = sys.argv[1:]

CANCELED = TaskState.TASK_STATE_CANCELED
COMPLETED = TaskState.TASK_STATE_COMPLETED
INPUT_REQUIRED = TaskState.TASK_STATE_INPUT_REQUIRED


def message(scenario, **fields):
    """Makes a request for one of the agent's scenarios."""
    return SendMessageRequest(
        message=Message(
            message_id=f'{scenario}-{uuid.uuid4()}',
            role=Role.ROLE_USER,
            parts=[Part(text='go')],
            **fields,
        )
    )


async def every(stream):
    return [event async for event in stream]


def kinds(events):
    return [event.WhichOneof('payload') for event in events]


class Calls:
    """The scenarios, each a method."""

    def __init__(self, binding, card, http):
        self.binding, self.card = binding, card
        self.http = http
        self.streaming = self.dial(card, streaming=True)
        self.client = self.dial(card, streaming=False)

    def dial(self, card, streaming):
        config = ClientConfig(
            streaming=streaming,
            httpx_client=self.http,
            grpc_channel_factory=grpc.aio.insecure_channel,
            supported_protocol_bindings=[self.binding],
        )
        return ClientFactory(config).create(card)

    async def answer(self, request):
        [event] = await every(self.client.send_message(request))
        return event

    async def task(self, request, state):
        """Sends a message and wants a task in the state."""
        task = (await self.answer(request)).task
        assert task.status.state == state, task
        return task

    async def refused(self, kind, call):
        """Wants an error of a class and returns it."""
        try:
            await call
        except Exception as error:
            assert type(error) is kind, f'{type(error).__name__}: {error}, want {kind.__name__}'
            return error
        raise AssertionError(f'{kind.__name__} did not come')

    async def play_card(self):
        assert self.card.name == 'tck-agent', self.card
        assert self.card.capabilities.streaming
        assert len(self.card.supported_interfaces) == 3

    async def play_send(self):
        sent = await self.task(message('tck-complete-task'), COMPLETED)
        assert sent.status.message.parts[0].text == 'Hello from TCK', sent
        got = await self.client.get_task(GetTaskRequest(id=sent.id))
        assert got.context_id == sent.context_id and len(got.history) == 1, got

    async def play_message_answer(self):
        event = await self.answer(message('tck-message-response'))
        assert event.message.parts[0].text == 'Direct message response', event

    async def play_stream(self):
        events = await every(self.streaming.send_message(message('tck-stream-001')))
        assert kinds(events) == ['task', 'status_update', 'artifact_update', 'status_update'], events
        assert events[-1].status_update.status.state == COMPLETED, events
        events = await every(self.streaming.send_message(message('tck-message-response')))
        assert kinds(events) == ['message'], events

    async def play_artifacts(self):
        async def part(scenario):
            [artifact] = (await self.task(message(scenario), COMPLETED)).artifacts
            return artifact.parts[0]

        assert (await part('tck-artifact-text')).text == 'Generated text content'
        file = await part('tck-artifact-file')
        assert (file.raw, file.filename, file.media_type) == (b'tck', 'output.txt', 'text/plain'), file
        assert (await part('tck-artifact-file-url')).url == 'https://example.com/output.txt'
        assert MessageToDict((await part('tck-artifact-data')).data) == {'key': 'value', 'count': 42}

    async def play_conversation(self):
        asking = await self.task(message('tck-input-required'), INPUT_REQUIRED)
        stream = self.streaming.subscribe(SubscribeToTaskRequest(id=asking.id))
        first = await anext(stream)  # now it is subscribed
        assert first.WhichOneof('payload') == 'task', first
        done = await self.task(message('tck-complete-task', task_id=asking.id), COMPLETED)
        assert (done.id, done.context_id) == (asking.id, asking.context_id), done
        events = await every(stream)
        assert events[-1].status_update.status.state == COMPLETED, events

    async def play_cancel(self):
        asking = await self.task(message('tck-input-required'), INPUT_REQUIRED)
        for _ in range(2):  # canceling again is no error
            canceled = await self.client.cancel_task(CancelTaskRequest(id=asking.id))
            assert canceled.status.state == CANCELED, canceled

    async def play_list(self):
        context = (await self.task(message('tck-artifact-text'), COMPLETED)).context_id
        for _ in range(2):
            await self.task(message('tck-complete-task', context_id=context), COMPLETED)
        first = await self.client.list_tasks(ListTasksRequest(context_id=context, page_size=2))
        assert (len(first.tasks), first.total_size, first.page_size) == (2, 3, 2), first
        last = await self.client.list_tasks(
            ListTasksRequest(context_id=context, page_size=2, page_token=first.next_page_token)
        )
        assert len(last.tasks) == 1 and not last.next_page_token and not last.tasks[0].artifacts, last
        whole = await self.client.list_tasks(
            ListTasksRequest(context_id=context, status=COMPLETED, include_artifacts=True)
        )
        assert len(whole.tasks) == 3 and len(whole.tasks[-1].artifacts) == 1, whole
        none = await self.client.list_tasks(ListTasksRequest(context_id='nobody-s'))
        assert not none.tasks and none.total_size == 0, none

    async def play_push(self):
        deliveries = asyncio.Queue()
        hook = await asyncio.start_server(lambda *streams: receive(deliveries, *streams), '127.0.0.1', 0)
        port = hook.sockets[0].getsockname()[1]
        asking = await self.task(message('tck-input-required'), INPUT_REQUIRED)
        config = await self.client.create_task_push_notification_config(
            TaskPushNotificationConfig(
                task_id=asking.id,
                url=f'http://127.0.0.1:{port}/',
                token='token',
                authentication=AuthenticationInfo(scheme='Bearer', credentials='secret'),
            )
        )
        reference = dict(task_id=asking.id, id=config.id)
        get = GetTaskPushNotificationConfigRequest(**reference)
        assert (await self.client.get_task_push_notification_config(get)).url == config.url
        configs = await self.client.list_task_push_notification_configs(
            ListTaskPushNotificationConfigsRequest(task_id=asking.id)
        )
        assert [c.id for c in configs.configs] == [config.id], configs
        await self.task(message('tck-complete-task', task_id=asking.id), COMPLETED)
        headers, body = await deliveries.get()
        assert 'authorization: bearer secret' in headers.lower() and list(body) == ['statusUpdate'], (headers, body)
        for _ in range(2):  # deleting again is no error
            await self.client.delete_task_push_notification_config(
                DeleteTaskPushNotificationConfigRequest(**reference)
            )
        await self.refused(TaskNotFoundError, self.client.get_task_push_notification_config(get))
        hook.close()

    async def play_errors(self):
        done = await self.task(message('tck-complete-task'), COMPLETED)
        late = lambda: message('tck-complete-task', task_id=done.id)
        lost = message('tck-complete-task', task_id='unknown')
        await self.refused(TaskNotFoundError, self.client.get_task(GetTaskRequest(id='unknown')))
        await self.refused(TaskNotCancelableError, self.client.cancel_task(CancelTaskRequest(id=done.id)))
        await self.refused(UnsupportedOperationError, self.answer(late()))
        await self.refused(TaskNotFoundError, self.answer(lost))
        await self.refused(UnsupportedOperationError, every(self.streaming.send_message(late())))
        subscription = self.streaming.subscribe(SubscribeToTaskRequest(id=done.id))
        await self.refused(UnsupportedOperationError, every(subscription))
        # Only on JSON-RPC does the client know errors by more than the reason of an ErrorInfo, which only A2A's own
        # errors carry.
        kind = InvalidParamsError if self.binding == 'JSONRPC' else A2AClientError
        error = await self.refused(kind, self.client.list_tasks(ListTasksRequest(page_size=101)))
        assert self.binding == 'HTTP+JSON' or 'pageSize' in str(error), error

    async def play_credentials(self):
        card = await A2ACardResolver(self.http, SECURED).get_agent_card()
        assert card.security_schemes['key'].api_key_security_scheme.name == HEADER, card
        assert list(card.security_requirements[0].schemes) == ['key'], card
        client = self.dial(card, streaming=False)

        def sending(*keys):
            return ClientCallContext(service_parameters={HEADER: key for key in keys})

        [event] = await every(client.send_message(message('tck-complete-task'), context=sending(KEY)))
        assert event.task.status.state == COMPLETED, event
        for context in [sending(), sending('wrong')]:
            call = client.get_task(GetTaskRequest(id=event.task.id), context=context)
            error = await self.refused(A2AClientError, call)
            assert re.search('401|UNAUTHENTICATED|authentic|credential', str(error)), error


async def receive(deliveries, reader, writer):
    """Answers one delivery to a webhook."""
    head = (await reader.readuntil(b'\r\n\r\n')).decode()
    [length] = [line.split(':')[1] for line in head.splitlines() if line.lower().startswith('content-length:')]
    await deliveries.put((head, json.loads(await reader.readexactly(int(length)))))
    writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    await writer.drain()
    writer.close()


async def main():
    async with httpx.AsyncClient(timeout=30) as http:
        calls = Calls(BINDING, await A2ACardResolver(http, BASE).get_agent_card(), http)
        for name in [name for name in vars(Calls) if name.startswith('play_')]:
            error = ''
            try:
                await asyncio.wait_for(getattr(calls, name)(), 30)
            except Exception:
                error = traceback.format_exc()
            print(json.dumps({'scenario': name.removeprefix('play_').replace('_', ' '), 'error': error}))


asyncio.run(main())
