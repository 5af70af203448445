import { HEADERS, UPLOAD_PART_BYTES, type Problem, type UploadAnswer } from '@kontor/contract/kernel';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient, type Answer } from '../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import type { Instance } from '../operation/context.ts';
import { PIECE_BYTES, findUploads, releaseUploads, sweepUploads, takeUploads } from './index.ts';

const MiB = 1024 * 1024;
let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;

beforeAll(async () => {
  server = await startTestServer({ KONTOR_UPLOAD_MAX_BYTES: String(20 * MiB) });
  instance = await server.instance('dateien');
  annaId = await server.person(instance, 'anna');
  await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
  ben = await server.client(instance, 'ben');
});
afterAll(() => server?.close());

type UploadResult = Answer<UploadAnswer & Problem>;
type Fields = Partial<Record<'uploadId' | 'name' | 'type' | 'total' | 'offset', string | number>>;

const form = (fields: Fields, bytes?: Uint8Array, file = { name: 'blob', type: '' }): FormData => {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, String(value));
  if (bytes !== undefined) made.set('file', new Blob([Buffer.from(bytes)], { type: file.type }), file.name);
  return made;
};
const send = (client: TestClient, body: FormData): Promise<UploadResult> =>
  client.send('/upload', { method: 'POST', headers: client.headers(), body });
const upload = (client: TestClient, fields: Fields, bytes?: Uint8Array): Promise<UploadResult> =>
  send(client, form(fields, bytes));
const described = (bytes: Uint8Array): { uploadId: string; name: string; type: string; total: number } => ({
  uploadId: randomUUID(),
  name: 'Plan.dwg',
  type: 'image/vnd.dwg',
  total: bytes.byteLength,
});

/** The bytes that the server has of an upload. */
async function kept(attachmentId: number, userId = annaId): Promise<Buffer> {
  const db = server.platform.database.forInstance(instance.id);
  const [file] = await findUploads({ db, instance }, userId, { attachmentIds: [attachmentId], uploadIds: [] });
  if (file === undefined) throw new Error('Not complete');
  return server.platform.blobs.get(instance.id, file.blobHash);
}

/** Sends the beginning of a request and breaks off. */
async function breakOff(fields: Fields, bytes: Uint8Array, after: number): Promise<void> {
  const boundary = 'grenze';
  const head = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const all = Buffer.concat([Buffer.from(head.join('') + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const length = Buffer.byteLength(head.join('') + file) + after;
  const { promise, resolve } = Promise.withResolvers<void>();
  const request = httpRequest(`${server.base}/upload`, {
    method: 'POST',
    headers: {
      ...anna.headers(),
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(all.byteLength),
    },
  });
  request.on('error', () => resolve());
  request.write(all.subarray(0, length), () => setTimeout(() => request.destroy(), 50));
  await promise;
}

/** How much the server has of what broke off, once it has got `least`. */
async function settled(uploadId: string, least: number): Promise<number> {
  const sizeNow = async (): Promise<number> => (await upload(anna, { uploadId })).body.size ?? 0;
  let size = await sizeNow();
  for (const end = Date.now() + 60_000; size < least && Date.now() < end; size = await sizeNow())
    await new Promise((resolve) => setTimeout(resolve, 50));
  return size;
}

describe('a file', () => {
  test('in one part is the file, whatever the client knows of parts', async () => {
    const bytes = Buffer.from('%PDF-1.7\nAngebot');
    const { status, body } = await send(anna, form({}, bytes, { name: 'Angebot.pdf', type: 'text/plain' }));
    expect([status, body]).toEqual([
      200,
      { attachmentId: expect.any(Number), size: bytes.byteLength, type: 'application/pdf', isComplete: true },
    ]);
    expect(await kept(body.attachmentId)).toEqual(bytes);
  });

  test('in one part may be larger than a part', async () => {
    const bytes = randomBytes(UPLOAD_PART_BYTES + 5 * MiB + 17);
    const { status, body } = await send(anna, form({ name: 'gross.bin' }, bytes));
    expect([status, body.size, body.isComplete]).toEqual([200, bytes.byteLength, true]);
    expect((await kept(body.attachmentId)).equals(bytes)).toBe(true);
  });

  test('in several parts is put together', async () => {
    const bytes = randomBytes(3 * MiB + 5);
    const about = described(bytes);
    const first = await upload(anna, about, bytes.subarray(0, 2 * MiB));
    expect([first.body.size, first.body.isComplete]).toEqual([2 * MiB, false]);
    const last = await upload(anna, { uploadId: about.uploadId, offset: 2 * MiB }, bytes.subarray(2 * MiB));
    expect([last.body.size, last.body.isComplete]).toEqual([bytes.byteLength, true]);
    expect(last.body.attachmentId).toBe(first.body.attachmentId);
    expect((await kept(last.body.attachmentId)).equals(bytes)).toBe(true);
  });

  test('may be empty', async () => {
    const about = described(Buffer.alloc(0));
    const { body } = await upload(anna, about, Buffer.alloc(0));
    expect([body.size, body.isComplete]).toEqual([0, true]);
    expect((await kept(body.attachmentId)).byteLength).toBe(0);
  });

  test('asked for twice is one, and complete it stays', async () => {
    const bytes = Buffer.from('Guten Tag');
    const about = described(bytes);
    const first = await upload(anna, about, bytes);
    const again = await upload(anna, about, bytes);
    expect(again.body).toEqual(first.body);
    expect((await upload(anna, { uploadId: about.uploadId })).body).toEqual(first.body);
  });
});

describe('a connection that breaks', () => {
  const bytes = randomBytes(3 * MiB + 1000);
  test.each([0, 1, 4096, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * MiB, 3 * MiB, bytes.byteLength])(
    'after %i bytes goes on where it was',
    async (after) => {
      const about = described(bytes);
      await breakOff(about, bytes, after);
      const least = Math.max(after - PIECE_BYTES, 0);
      const size = await settled(about.uploadId, least);
      expect(size).toBeLessThanOrEqual(after);
      expect(size).toBeGreaterThanOrEqual(least);
      const { body } = await upload(anna, { ...about, offset: size }, bytes.subarray(size));
      expect([body.size, body.isComplete]).toEqual([bytes.byteLength, true]);
      expect((await kept(body.attachmentId)).equals(bytes)).toBe(true);
    },
  );
});

describe('two at once', () => {
  test('that bring the same part make one file', async () => {
    const bytes = randomBytes(4 * MiB + 99);
    const about = described(bytes);
    const answers = await Promise.all([1, 2, 3].map(() => upload(anna, about, bytes)));
    for (const { status, body } of answers) expect([status, body.isComplete]).toEqual([200, true]);
    expect(new Set(answers.map(({ body }) => body.attachmentId)).size).toBe(1);
    expect((await kept(answers[0]?.body.attachmentId ?? 0)).equals(bytes)).toBe(true);
  });

  test('that stand at other places make one file', async () => {
    const bytes = randomBytes(3 * MiB);
    const about = described(bytes);
    await upload(anna, about, bytes.subarray(0, MiB + 500));
    const from = (offset: number) => upload(anna, { ...about, offset }, bytes.subarray(offset));
    const answers = await Promise.all([from(0), from(700), from(MiB), from(MiB + 500)]);
    for (const { status, body } of answers) expect([status, body.isComplete]).toEqual([200, true]);
    expect((await kept(answers[0]?.body.attachmentId ?? 0)).equals(bytes)).toBe(true);
  });
});

describe('is refused', () => {
  const bytes = Buffer.from('Guten Tag');
  const codeOf = ({ status, body }: UploadResult): string => `${status} ${body.code ?? ''}`;

  test('a part that begins behind what is there, and told where to go on', async () => {
    const about = described(randomBytes(100));
    await upload(anna, about, randomBytes(10));
    const answer = await upload(anna, { ...about, offset: 11 }, randomBytes(10));
    expect([codeOf(answer), answer.body.data]).toMatchObject(['409 UPLOAD_OFFSET', { size: 10, isComplete: false }]);
  });

  test('what is larger than the operator allows', async () => {
    const about = { ...described(bytes), total: 20 * MiB + 1 };
    expect(codeOf(await upload(anna, about, bytes))).toBe('413 UPLOAD_TOO_LARGE');
    expect(codeOf(await send(anna, form({}, Buffer.alloc(20 * MiB + 1))))).toBe('413 UPLOAD_TOO_LARGE');
  });

  test('a part that is larger than one', async () => {
    const large = Buffer.alloc(UPLOAD_PART_BYTES + 1);
    expect(codeOf(await upload(anna, { ...described(large), total: 10 * MiB }, large))).toBe('413 UPLOAD_TOO_LARGE');
  });

  test('another file under the same name of the upload', async () => {
    const about = described(randomBytes(100));
    await upload(anna, about, randomBytes(10));
    expect(codeOf(await upload(anna, { ...about, total: 99 }))).toBe('422 UPLOAD_DIFFERS');
    expect(codeOf(await upload(anna, { ...about, name: 'Anderes.pdf' }))).toBe('422 UPLOAD_DIFFERS');
    expect(codeOf(await upload(anna, { ...about, offset: 10 }, randomBytes(91)))).toBe('422 UPLOAD_DIFFERS');
  });

  test('what nobody has begun, and what another has', async () => {
    const about = described(randomBytes(100));
    expect(codeOf(await upload(anna, { uploadId: about.uploadId }))).toBe('404 UPLOAD_GONE');
    expect(codeOf(await upload(anna, { ...about, offset: 5 }, bytes))).toBe('404 UPLOAD_GONE');
    const { body } = await upload(anna, about, randomBytes(10));
    expect(codeOf(await upload(ben, { uploadId: about.uploadId }))).toBe('404 UPLOAD_GONE');
    const theirs = await upload(ben, about, randomBytes(7));
    expect(theirs.body.size).toBe(7);
    expect(theirs.body.attachmentId).not.toBe(body.attachmentId);
  });

  test.each([
    [
      'a name of the upload that is none',
      form({ uploadId: '1; drop table upload', total: 1 }, bytes),
      '422 PARAMETERS_INVALID',
    ],
    ['a size that is none', form({ uploadId: randomUUID(), total: '-1' }, bytes), '422 PARAMETERS_INVALID'],
    ['a size that is left out', form({ uploadId: randomUUID() }, bytes), '422 PARAMETERS_INVALID'],
    ['a part that nobody knows', form({ surprise: 1 } as Fields, bytes), '422 PARAMETERS_INVALID'],
    ['no file and no name', form({}), '422 PARAMETERS_INVALID'],
    ['another size than the file has', form({ total: 5 }, bytes), '422 UPLOAD_DIFFERS'],
    ['a text that is too long', form({ name: 'x'.repeat(5000) }, bytes), '413 BODY_TOO_LARGE'],
  ])('%s', async (_what, body, code) => {
    expect(codeOf(await send(anna, body))).toBe(code);
  });

  test('a file that is called otherwise, and text behind it', async () => {
    const other = new FormData();
    other.set('bild', new Blob([bytes]), 'x');
    expect(codeOf(await send(anna, other))).toBe('400 BAD_REQUEST');
    const late = form({}, bytes);
    late.set('name', 'x');
    expect(codeOf(await send(anna, late))).toBe('400 BAD_REQUEST');
  });

  test('what is no multipart', async () => {
    const headers = anna.headers({ 'Content-Type': 'multipart/form-data' });
    expect(codeOf(await anna.send('/upload', { method: 'POST', headers, body: 'x' }))).toBe('400 BAD_REQUEST');
    const json = anna.headers({ 'Content-Type': 'application/json' });
    expect(codeOf(await anna.send('/upload', { method: 'POST', headers: json, body: '{}' }))).toBe('400 BAD_REQUEST');
  });

  test('who is not signed in', async () => {
    const out = new TestClient(server.base, instance.name);
    expect(codeOf(await upload(out, described(bytes), bytes))).toBe('401 UNAUTHENTICATED');
  });

  test('a page elsewhere that makes the browser send its cookie along', async () => {
    const signedIn = await fetch(`${server.base}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [HEADERS.instance]: instance.name, [HEADERS.session]: 'cookie' },
      body: JSON.stringify({ instance: instance.name, username: 'anna', password: TEST_PASSWORD }),
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(cookie).not.toBe('');
    const headers = { [HEADERS.instance]: instance.name, Cookie: cookie };
    const answer = await anna.send<UploadAnswer & Problem>('/upload', {
      method: 'POST',
      headers,
      body: form({}, bytes),
    });
    expect(codeOf(answer)).toBe('403 CSRF_TOKEN_INVALID');
  });

  test('more than twenty that are not complete, until the oldest has rested', async () => {
    const begin = () => upload(ben, { ...described(bytes), total: 100 }, bytes);
    let answer = await begin();
    for (let count = 0; count < 25 && answer.status === 200; count += 1) answer = await begin();
    expect([codeOf(answer), answer.headers.get('retry-after')]).toEqual(['429 TOO_MANY_REQUESTS', '60']);
    server.advance(11 * 60_000);
    expect((await begin()).status).toBe(200);
  });
});

describe('what nothing names', () => {
  const complete = async () => {
    const bytes = randomBytes(2 * MiB);
    const { body } = await upload(anna, described(bytes), bytes);
    return { id: body.attachmentId, hash: createHash('sha256').update(bytes).digest('hex') };
  };
  const isThere = (hash: string) =>
    server.platform.blobs.size(instance.id, hash).then(
      () => true,
      () => false,
    );
  const sweep = () => sweepUploads(server, instance);
  const find = (attachmentIds: number[]) =>
    findUploads({ db: server.platform.database.forInstance(instance.id), instance }, annaId, {
      attachmentIds,
      uploadIds: [],
    });

  test('is gone after a day, and its bytes a day later, unless something else has them', async () => {
    const [left, used, again] = [await complete(), await complete(), await complete()];
    await server.change(instance, (ctx) => takeUploads(ctx, [used.id, again.id]));
    await server.change(instance, (ctx) => takeUploads(ctx, [again.id]));
    await sweep();
    expect(await find([left.id])).toHaveLength(1);
    server.advance(25 * 3_600_000);
    anna = await server.client(instance, 'anna');
    await sweep();
    const there = await find([left.id, used.id, again.id]);
    expect(new Set(there.map(({ attachmentId }) => attachmentId))).toEqual(new Set([used.id, again.id]));
    await server.change(instance, (ctx) => releaseUploads(ctx, [used.id, again.id]));
    server.advance(25 * 3_600_000);
    await sweep();
    expect((await find([used.id, again.id])).map(({ attachmentId }) => attachmentId)).toEqual([again.id]);
    expect(await isThere(again.hash)).toBe(true);
  });

  test('cannot be named any more', async () => {
    expect(await server.change(instance, (ctx) => takeUploads(ctx, [999_999]))).toBe(false);
  });
});
