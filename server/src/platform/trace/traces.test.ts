import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import type { TestClient } from '../../testing/client.ts';
import { openTracer } from './open-telemetry.ts';
import type { Tracer } from './tracer.ts';
import { eventually } from '../../testing/eventually.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}
interface Body {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** A collector that keeps what it is told. */
const bodies: { readonly path: string; readonly type: string; readonly body: string }[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    bodies.push({ path: request.url ?? '', type: request.headers['content-type'] ?? '', body });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
});
const parsed = () => bodies.map(({ body }) => JSON.parse(body) as Body);
const spans = () =>
  parsed().flatMap((body) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((s) => s.spans)));
const attribute = (span: SentSpan, key: string) => span.attributes.find((one) => one.key === key)?.value;

let endpoint: string;
let tracer: Tracer;
let server: TestServer;
let anna: TestClient;

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
  tracer = openTracer(endpoint, '1');
  server = await startTestServer({}, { tracer, alone: true });
  const instance = await server.instance('spur');
  await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
});
afterAll(async () => {
  await server?.close();
  collector.closeAllConnections();
  collector.close();
});

test('a request is one trace: the operation in it, its statements, and the job that it wanted', async () => {
  const processId = randomUUID();
  await anna.query('filter.items', { searchTerm: 'kanarivogel' });
  const done = await anna.tryCommand('account.discardFailedJobs', { jobIds: ['1'] }, { processId, async: true });
  expect(done.status).toBe(202);
  await eventually(() => expect(spans().map(({ name }) => name)).toContain('job command.run'));
  await eventually(() => expect(spans().map(({ name }) => name)).toContain('GET filter.items'));
  const named = (name: string) => spans().filter((span) => span.name === name);
  const childrenOf = (parent: SentSpan | undefined) =>
    spans().filter(({ parentSpanId }) => parentSpanId === parent?.spanId);

  const [query] = named('GET filter.items');
  const operation = childrenOf(query).find(({ name }) => name === 'filter.items');
  const statements = childrenOf(operation).filter(({ name }) => name === 'sql');
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(statement.traceId).toBe(query?.traceId);
    expect(attribute(statement, 'db.query.text')?.stringValue).toMatch(/^(select|with) /);
  }

  const command = named('POST account.discardFailedJobs').find(
    (span) => attribute(span, 'kontor.id')?.stringValue === processId,
  );
  const job = named('job command.run').find(({ traceId }) => traceId === command?.traceId);
  expect(job && attribute(job, 'kontor.id')?.stringValue).toBe(processId);
  expect(childrenOf(job).some(({ name }) => name === 'sql')).toBe(true);
});

test('what is told is where it belongs, names the service, and holds nothing that a person wrote', async () => {
  const failed = await anna.tryQuery('filter.items', { searchTerm: 'kanarivogel\u0000' });
  await eventually(() => expect(bodies.length).toBeGreaterThan(0));
  for (const { path, type } of bodies) expect([path, type]).toEqual(['/v1/traces', 'application/json']);
  expect(JSON.stringify(parsed()[0]?.resourceSpans[0]?.resource)).toContain('"kontor"');
  const sent = bodies.map(({ body }) => body).join('');
  for (const secret of ['kanarivogel', 'Bearer', TEST_PASSWORD]) expect(sent).not.toContain(secret);
  expect(failed.status).toBeLessThan(500);
});

test('whoever asks cannot hang a trace of their own onto ours', async () => {
  const foreign = 'a'.repeat(32);
  const headers = anna.headers({ traceparent: `00-${foreign}-${'b'.repeat(16)}-01` });
  await anna.send('/query?query=session.user', { headers });
  await eventually(() => expect(spans().some(({ name }) => name === 'GET session.user')).toBe(true));
  expect(spans().map(({ traceId }) => traceId)).not.toContain(foreign);
});

test('a collector that is away harms nobody, and holds nobody who stops', async () => {
  const lost = openTracer('http://127.0.0.1:9', '1');
  const span = lost.begin('x');
  span.child('y').end(true);
  span.end();
  const began = performance.now();
  await lost.close();
  expect(performance.now() - began).toBeLessThan(5000);
});
