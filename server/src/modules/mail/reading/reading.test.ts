import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { ListEntry, Tip } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { scaleProfile } from '../../../testing/scale-profile.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedBox } from '../../activity/factory.ts';
import { rawMail, type MailSeed } from '../testing/factory.ts';
import { importMails, type ImportedMail } from '../arrival/import.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;
let boxId: number;
const parser = new MailParser({ processes: 2 });

/** A web server of a stranger, and every request that reached it. */
const requests: IncomingMessage[] = [];
let png: Buffer;
const stranger = createServer((request, response) => {
  requests.push(request);
  const path = request.url ?? '';
  const send = (type: string, body: Buffer | string) => response.writeHead(200, { 'content-type': type }).end(body);
  if (path.startsWith('/to/')) response.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end();
  else if (path === '/gone') response.writeHead(404).end();
  else if (path === '/svg') send('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  else if (path === '/lie') send('image/png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  else if (path === '/plain') send('application/octet-stream', png);
  else if (path === '/both') send('image/png', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]));
  else if (path === '/huge') send('image/png', Buffer.alloc(11 * 1024 * 1024));
  else response.writeHead(200, { 'content-type': 'image/png', 'set-cookie': 'seen=1' }).end(png);
});
let port = 0;

beforeAll(async () => {
  png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  port = (stranger.address() as AddressInfo).port;
  server = await startTestServer({}, { imagePolicy: { allowPrivateHosts: true, ports: [port] } });
  instance = await server.instance('nordwerk');
  annaId = await server.person(instance, 'anna', {
    firstName: 'Anna',
    lastName: 'Berger',
    email: 'anna@nordwerk.example',
  });
  await server.person(instance, 'ben');
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
  boxId = await seedBox(server.change, instance, [annaId]);
});
afterAll(async () => {
  await server?.close();
  await parser.close();
  stranger.closeAllConnections();
  stranger.close();
});

async function importMail(seed: MailSeed & { subject: string }, more: Partial<ImportedMail> = {}): Promise<string> {
  await importMails(
    { platform: server.platform, change: server.change, parser },
    instance,
    { boxId, channel: 'info@nordwerk.example', memberIds: [annaId] },
    [{ raw: Buffer.from(rawMail(seed)), status: 1, ...more }],
  );
  const entries = await anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
  return entries.find(({ information }) => information === seed.subject)?.aggregateId ?? '';
}
const detailsOf = (aggregateId: string) => anna.query<MailDetail>('mail.details', { aggregateId });
/** A server that is away from its database for a moment says when to ask again, and is asked again, as clients do. */
async function imageOf(
  client: TestClient,
  aggregateId: string,
  imageId: number,
  tries = 3,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: Buffer }> {
  const search = new URLSearchParams({
    query: 'mail.externalImage',
    parameters: JSON.stringify({ aggregateId, imageId }),
  });
  const response = await fetch(`${client.base}/query?${search.toString()}`, {
    headers: client.headers({ Cookie: 'a=b' }),
  });
  const body = Buffer.from(await response.arrayBuffer());
  const later = response.status === 503 ? response.headers.get('Retry-After') : null;
  if (later !== null && tries > 1) {
    await sleep(Number(later) * 1000);
    return imageOf(client, aggregateId, imageId, tries - 1);
  }
  return { status: response.status, headers: response.headers, body };
}
const image = (path: string) => `<img width=99 height=99 src="http://127.0.0.1:${port}${path}">`;

describe('the tip of a mail', () => {
  it('names everybody with their addresses, and no more of them than can be read', async () => {
    const many = Array.from({ length: 60 }, (_, n) => `Person ${n} <p${n}@werft.example>`).join(', ');
    const id = await importMail({
      subject: 'Rundschreiben',
      from: 'Paul Neumann <paul@werft.example>',
      to: 'Anna Berger <anna@nordwerk.example>',
      headers: `Reply-To: vertrieb@werft.example\nCc: ${many}`,
    });
    const tip = await anna.query<Tip>('activity.tips', { aggregateId: id });
    expect(tip.people.slice(0, 4)).toEqual([
      { role: 'from', name: 'Paul Neumann', address: 'paul@werft.example' },
      { role: 'replyTo', name: '', address: 'vertrieb@werft.example' },
      { role: 'to', name: 'Anna Berger', address: 'anna@nordwerk.example' },
      { role: 'cc', name: 'Person 0', address: 'p0@werft.example' },
    ]);
    expect([tip.people.length, tip.morePeople]).toEqual([50, 13]);
    await expect(ben.query('activity.tips', { aggregateId: id })).rejects.toThrow(/404/);
  });
});

describe('senders that pretend', () => {
  it('are marked in the list and explained in the mail', async () => {
    const id = await importMail({ subject: 'Dringend', from: 'Anna Berger <chef@freemail.example>' });
    const detail = await detailsOf(id);
    expect(detail.warnings).toEqual([
      { code: 'NAME_OF_COLLEAGUE', value: 'Anna Berger', other: 'chef@freemail.example' },
    ]);
    expect([detail.extras.warned, detail.entry.extras['warned']]).toEqual([true, true]);
    const honest = await detailsOf(await importMail({ subject: 'Ehrlich' }));
    expect([honest.warnings, honest.extras.warned]).toEqual([[], false]);
  });

  it('are known by the domains that are often written to', async () => {
    const from = 'Paul <paul@werft-hamburq.example>';
    expect((await detailsOf(await importMail({ subject: 'Vorher', from }))).warnings).toEqual([]);
    for (const n of [1, 2, 3])
      await importMail(
        { subject: `An die Werft ${n}`, from: 'anna@nordwerk.example', to: 'paul@werft-hamburg.example' },
        { direction: 'outgoing' },
      );
    // What is known is asked for anew after two minutes.
    server.advance(180_000);
    expect((await detailsOf(await importMail({ subject: 'Nachher', from }))).warnings).toEqual([
      { code: 'LOOKALIKE_DOMAIN', value: 'werft-hamburq.example', other: 'werft-hamburg.example' },
    ]);
    const own = await detailsOf(await importMail({ subject: 'Von uns', from }, { direction: 'outgoing' }));
    expect(own.warnings).toEqual([]);
  });
});

it('headers are answered as they stand, to those who see the mail', async () => {
  const aggregateId = await importMail({ subject: 'Kopf', headers: 'X-Weg: eins\n zwei\nX-Weg: drei' });
  const { headers, truncated } = await anna.query<{ headers: { name: string; value: string }[]; truncated: boolean }>(
    'mail.headers',
    { aggregateId },
  );
  expect(headers.filter(({ name }) => name === 'X-Weg').map(({ value }) => value)).toEqual(['eins zwei', 'drei']);
  expect(headers[0]).toEqual({ name: 'From', value: 'Paul Neumann <paul.neumann@werft.example>' });
  expect(truncated).toBe(false);
  expect((await ben.tryQuery('mail.headers', { aggregateId })).status).toBe(404);
  const long = await importMail({ subject: 'Langer Kopf', headers: `X-Lang: ${'x'.repeat(300_000)}` });
  expect(await anna.query('mail.headers', { aggregateId: long })).toMatchObject({ truncated: true });
});

it('details of many mails come in one answer, each once and in order, without those that are not visible', async () => {
  const ids: string[] = [];
  for (const n of [1, 2, 3])
    ids.push(await importMail({ subject: `Viele ${n}`, ...(n === 2 ? { files: { 'a.pdf': png } } : {}) }));
  const foreign = formatAggregateId({ module: 'email', entryId: 999_999, userId: annaId });
  const task = formatAggregateId({ module: 'task', entryId: 1, userId: annaId });
  const asOne = await anna.query<MailDetail[]>('mail.detailsOfMany', {
    aggregateIds: [ids[2], foreign, ids[0], task, ids[1], ids[0]],
  });
  expect(asOne.map(({ subject }) => subject)).toEqual(['Viele 3', 'Viele 1', 'Viele 2']);
  expect(asOne).toEqual([await detailsOf(ids[2] ?? ''), await detailsOf(ids[0] ?? ''), await detailsOf(ids[1] ?? '')]);
  expect(asOne[2]?.mailModelAttachments).toMatchObject([{ filename: 'a.pdf', fileSize: png.length }]);
  expect(await ben.query('mail.detailsOfMany', { aggregateIds: ids })).toEqual([]);
  const tooMany = await anna.tryQuery('mail.detailsOfMany', { aggregateIds: Array(51).fill(ids[0]) }, { post: true });
  expect(tooMany.status).toBe(422);
});

it('details of many mails stay below 8 MB', async () => {
  const html = `<p>${'ä'.repeat(1_700_000)}</p>`;
  const ids: string[] = [];
  for (const n of [1, 2, 3]) ids.push(await importMail({ subject: `Groß ${n}`, html }));
  const fitting = await anna.query<MailDetail[]>('mail.detailsOfMany', { aggregateIds: ids });
  expect(fitting.map(({ subject }) => subject)).toEqual(['Groß 1', 'Groß 2']);
});

describe('external images', () => {
  it('are fetched once by the server, tell nothing of who reads, and come out as pictures alone', async () => {
    const id = await importMail({ subject: 'Bilder', html: image('/a') + image('/both') + image('/plain') });
    expect(requests).toEqual([]);
    const answers = await Promise.all([0, 0, 1, 2].map((imageId) => imageOf(anna, id, imageId)));
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
      answers.map(() => [200, 'image/png']),
    );
    expect(await sharp(answers[2]?.body).metadata()).toMatchObject({ format: 'png', width: 30 });
    for (const { body, headers } of answers) {
      expect(body.includes('script')).toBe(false);
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-disposition')).toMatch(/^attachment/);
      expect(headers.get('set-cookie')).toBeNull();
    }
    server.advance(30 * 86_400_000);
    anna = await server.client(instance, 'anna');
    expect((await imageOf(anna, id, 0)).body).toEqual(answers[0]?.body);
    expect(new Set(requests.map(({ url }) => url))).toEqual(new Set(['/a', '/both', '/plain']));
    // Two processes that are asked at the same moment may both fetch the same.
    expect(requests.length).toBeLessThanOrEqual(scaleProfile() === undefined ? 3 : 4);
    for (const { headers } of requests)
      expect(headers).toEqual({
        host: `127.0.0.1:${port}`,
        accept: 'image/*',
        'accept-encoding': 'identity',
        'user-agent': 'Kontor',
        connection: 'close',
      });
  });

  it.each([
    ['SVG', '/svg'],
    ['what only says that it is a picture', '/lie'],
    ['what is gone', '/gone'],
    ['what is too large', '/huge'],
    ['a way to a special address', `/to/${encodeURIComponent('http://169.254.169.254/x.png')}`],
    ['a way to another port', `/to/${encodeURIComponent('http://127.0.0.1:22/x.png')}`],
  ])('are not had: %s, and the sender is not asked again', async (name, path) => {
    const id = await importMail({ subject: name, html: image(path) });
    requests.length = 0;
    for (let n = 0; n < 2; n += 1) expect((await imageOf(anna, id, 0)).status).toBe(404);
    expect(requests.length).toBe(1);
  });

  it('are not those of mails that one does not see, nor others than the mail names', async () => {
    const id = await importMail({ subject: 'Nicht für Ben', html: image('/fremd') });
    requests.length = 0;
    ben = await server.client(instance, 'ben');
    expect((await imageOf(ben, id, 0)).status).toBe(404);
    expect((await imageOf(anna, id, 1)).status).toBe(404);
    expect(requests).toEqual([]);
  });

  it('end at two hundred of a mail', async () => {
    const html = Array.from({ length: 210 }, (_, n) => image(`/viele/${n}`)).join('');
    const id = await importMail({ subject: 'Zu viele', html });
    expect([(await imageOf(anna, id, 199)).status, (await imageOf(anna, id, 200)).status]).toEqual([200, 404]);
  });
});
