import type { Line } from '@kontor/contract/phonecall';
import { createHash } from 'node:crypto';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { callsOf } from '../testing/calls.ts';
import { openOffice, type Office } from '../testing/office.ts';
import { eventually } from '../../../testing/eventually.ts';

const SECRET = 'ge:heim';
let office: Office;
const closing: (() => void)[] = [];
beforeAll(async () => {
  office = await openOffice('anschluss', { alone: true, phone: { connectMs: 200 } });
});
afterAll(async () => {
  await office?.server.close();
  for (const close of closing) close();
});

const text = (fields: Readonly<Record<string, string>>): string =>
  `${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\r\n')}\r\n\r\n`;

/** An Asterisk that speaks AMI: lets in who proves the secret, and says what it is told to. */
async function openAmi(standing: readonly Readonly<Record<string, string>>[] = []) {
  const sockets = new Set<Socket>();
  let signedIn: Socket | undefined;
  let logins = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.write('Asterisk Call Manager/7.0.3\r\n');
    let rest = '';
    socket.on('data', (piece: Buffer) => {
      const messages = (rest + piece.toString()).split('\r\n\r\n');
      rest = messages.pop() ?? '';
      for (const message of messages) {
        const fields = Object.fromEntries(message.split('\r\n').map((line) => line.split(': ') as [string, string]));
        const id = { ActionID: fields['ActionID'] ?? '' };
        if (fields['Action'] === 'Challenge') socket.write(text({ Response: 'Success', ...id, Challenge: '4711' }));
        if (fields['Action'] === 'Login') {
          logins += 1;
          const isRight = fields['Key'] === createHash('md5').update(`4711${SECRET}`).digest('hex');
          socket.write(text({ Response: isRight ? 'Success' : 'Error', ...id }));
          if (isRight) signedIn = socket;
          else socket.end();
        }
        if (fields['Action'] === 'CoreShowChannels')
          for (const event of [...standing, { Event: 'CoreShowChannelsComplete' }])
            socket.write(text({ ...event, ...id }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const peer = {
    port: (server.address() as AddressInfo).port,
    logins: () => logins,
    isSignedIn: () => signedIn !== undefined,
    say: (...events: readonly Readonly<Record<string, string>>[]) =>
      events.forEach((event) => signedIn?.write(text(event))),
    hangUpAll: () => {
      signedIn = undefined;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      peer.hangUpAll();
      server.close();
    },
  };
  closing.push(peer.close);
  return peer;
}

const connect = (kind: string, port: number, more: object = {}) =>
  office.anna.command<{ lineId: number }>('phoneCall.saveLine', {
    kind,
    title: kind,
    listId: office.listId,
    host: 'pbx.test',
    port,
    user: 'kontor',
    secret: SECRET,
    terminals: [{ terminal: '101', userId: office.ids.ben }],
    ...more,
  });
const faultOf = async (id: number) =>
  (await office.anna.query<Line[]>('phoneCall.lineSettings', {})).find(({ lineId }) => lineId === id)?.fault;
const last = async () => (await callsOf(office)).at(-1);

const trunk = { Channel: 'PJSIP/trunk-00000001', Uniqueid: '7.1', Linkedid: '7.1' };
const leg = { DestChannel: 'PJSIP/101-00000002', DestUniqueid: '7.2', Linkedid: '7.1' };

test('AMI: calls are heard, what was missed while nobody listened is made up for, and a connection that breaks is made anew', async () => {
  const standing: Record<string, string>[] = [];
  const peer = await openAmi(standing);
  const { lineId } = await connect('ami', peer.port);
  await eventually(() => expect(peer.isSignedIn()).toBe(true));
  peer.say(
    { Event: 'FullyBooted' },
    { ...trunk, Event: 'Newchannel', CallerIDNum: '0431123456', CallerIDName: 'Werft', Exten: '4711' },
    { ...leg, Event: 'DialBegin' },
  );
  await eventually(async () => expect(await last()).toMatchObject({ outcome: 'ringing', receivedFor: office.ids.ben }));
  expect(await last()).toMatchObject({ number: 49_431_123_456, systemName: 'Werft' });
  peer.say({ ...leg, Event: 'DialEnd', DialStatus: 'ANSWER' });
  await eventually(async () => expect(await last()).toMatchObject({ outcome: 'talking', receivedBy: office.ids.ben }));
  // Both hang up while nobody listens, and another call begins.
  standing.push({
    Event: 'CoreShowChannel',
    Channel: 'PJSIP/trunk-00000009',
    Uniqueid: '8.1',
    Linkedid: '8.1',
    ChannelStateDesc: 'Ring',
    CallerIDNum: '0431777',
    Exten: '4711',
  });
  peer.hangUpAll();
  await eventually(async () =>
    expect((await callsOf(office)).map(({ outcome }) => outcome)).toEqual(['answered', 'ringing']),
  );
  peer.say({ Event: 'Hangup', Uniqueid: '8.1', Linkedid: '8.1', Cause: '16' });
  await eventually(async () => expect(await last()).toMatchObject({ outcome: 'missed', number: 49_431_777 }));
  expect(await faultOf(lineId)).toBe('');
  // One that is switched off is heard no more.
  await connect('ami', peer.port, { lineId, isOn: false });
  await eventually(() => {
    peer.say({ Event: 'Ping' });
    expect(peer.logins()).toBe(2);
  });
});

test('AMI: who is not let in is told so, and so is who finds nobody, or somebody else', async () => {
  const peer = await openAmi();
  const { lineId } = await connect('ami', peer.port, { secret: 'falsch' });
  await eventually(async () => expect(await faultOf(lineId)).toBe('refused'));
  await connect('ami', peer.port, { lineId });
  await eventually(async () => expect(await faultOf(lineId)).toBe(''));
  peer.close();
  await eventually(async () => expect(await faultOf(lineId)).toBe('away'));
  const web = createHttpServer().listen(0, '127.0.0.1');
  const chatter = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example ESMTP\r\n');
  });
  await new Promise<void>((resolve) => chatter.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => web.close(),
    () => chatter.close(),
  );
  await connect('ami', (chatter.address() as AddressInfo).port, { lineId });
  await eventually(async () => expect(await faultOf(lineId)).toBe('unreadable'));
  await office.anna.command('phoneCall.deleteLine', { lineId });
});

test('ARI: calls are heard by a WebSocket, what there was before too, and who is not let in is told so', async () => {
  const authorization = `Basic ${Buffer.from(`kontor:${SECRET}`).toString('base64')}`;
  const from = {
    id: '5.1',
    name: 'PJSIP/trunk-00000001',
    state: 'Ring',
    caller: { number: '0431888', name: '' },
    dialplan: { exten: '4711' },
  };
  const to = { ...from, id: '5.2', name: 'PJSIP/101-00000002', state: 'Down' };
  const http = createHttpServer((request, response) => {
    const isLetIn = request.headers.authorization === authorization && request.url === '/ari/channels';
    response.writeHead(isLetIn ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify([from]));
  });
  const sockets = new WebSocketServer({ noServer: true });
  let heard: WebSocket | undefined;
  http.on('upgrade', (request, socket, head) => {
    if (request.headers.authorization !== authorization) return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
    expect(request.url).toBe('/ari/events?app=kontor&subscribeAll=true');
    return sockets.handleUpgrade(request, socket, head, (open) => (heard = open));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  closing.push(() => {
    heard?.terminate();
    http.closeAllConnections();
    http.close();
  });
  const { lineId } = await connect('ari', port, { secret: 'falsch' });
  await eventually(async () => expect(await faultOf(lineId)).toBe('refused'));
  await connect('ari', port, { lineId });
  await eventually(async () => expect(await last()).toMatchObject({ number: 49_431_888, outcome: 'ringing' }));
  expect(await faultOf(lineId)).toBe('');
  const say = (event: object) => heard?.send(JSON.stringify({ timestamp: '2026-11-26T09:41:00.000+0000', ...event }));
  // What changed of the line may have it connected to once more: then that is said again.
  await eventually(async () => {
    say({ type: 'Dial', caller: from, peer: to, dialstatus: '' });
    say({ type: 'Dial', caller: from, peer: to, dialstatus: 'ANSWER' });
    expect(await last()).toMatchObject({ outcome: 'talking', receivedBy: office.ids.ben });
  });
  await eventually(async () => {
    say({ type: 'ChannelDestroyed', channel: to, cause: 16 });
    say({ type: 'ChannelDestroyed', channel: from, cause: 16 });
    expect(await last()).toMatchObject({ outcome: 'answered' });
  });
  heard?.send('kein JSON');
  await eventually(async () => expect(['unreadable', '']).toContain(await faultOf(lineId)));
});

test('NFON: calls are heard by its stream, with a token, and who is not let in is told so', async () => {
  let stream: ServerResponse | undefined;
  const http = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/login') {
        const said = JSON.parse(Buffer.concat(chunks).toString()) as { username: string; password: string };
        const isRight = said.username === 'kontor' && said.password === SECRET;
        response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ 'access-token': 'ey.J.0', 'refresh-token': 'x' }));
      } else if (request.url === '/v1/extensions/phone/calls' && request.headers.authorization === 'Bearer ey.J.0') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': da\n\n');
        stream = response;
      } else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  closing.push(() => {
    http.closeAllConnections();
    http.close();
  });
  const { lineId } = await connect('nfon', port, { secret: 'falsch' });
  await eventually(async () => expect(await faultOf(lineId)).toBe('refused'));
  await connect('nfon', port, { lineId });
  await eventually(() => expect(stream).toBeDefined());
  const say = (state: string, uuid = 'n1') =>
    stream?.write(
      `data: ${JSON.stringify({ uuid, state, caller: '0431999', caller_context: 'K1', callee: '0431100', direction: 'inbound', extension: '101' })}\n\n`,
    );
  await eventually(async () => {
    say('ring');
    expect(await last()).toMatchObject({ number: 49_431_999, outcome: 'ringing', receivedFor: office.ids.ben });
  });
  expect(await faultOf(lineId)).toBe('');
  // What changed of the line may have it connected to once more: then that is said again.
  await eventually(async () => {
    say('answer');
    expect(await last()).toMatchObject({ outcome: 'talking', receivedBy: office.ids.ben });
  });
  await eventually(async () => {
    say('hangup');
    expect(await last()).toMatchObject({ outcome: 'answered', receivedBy: office.ids.ben });
  });
  // A stream that ends is begun anew.
  const before = stream;
  before?.end();
  await eventually(() => expect(stream).not.toBe(before));
  await eventually(async () => {
    say('ring', 'n2');
    expect(await last()).toMatchObject({ outcome: 'ringing' });
  });
  stream?.write('data: kein JSON\n\n');
  await eventually(async () => expect(['unreadable', '']).toContain(await faultOf(lineId)));
});
