import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

test('the very first instance is found as soon as it is there, however lately somebody has asked for one', async () => {
  const info = () => new TestClient(server.base, '').send<{ name?: string }>('/instance.json', {});
  expect((await info()).status).toBe(404);
  await server.instance('first');
  server.advance(100);
  expect((await info()).body).toMatchObject({ name: 'first' });
});
