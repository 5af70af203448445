import type { PersonInfo } from '@kontor/contract/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;
let benId: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werk');
  annaId = await server.person(instance, 'anna', { isAdministrator: true, lastName: 'Zander' });
  benId = await server.person(instance, 'ben', { lastName: 'Ahrens' });
  anna = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

const people = () => anna.query<PersonInfo[]>('account.people');
const find = async (userName: string) => (await people()).find((person) => person.userName === userName);
const codeOf = async (response: Promise<{ status: number; body: { code: string } }>) => {
  const { status, body } = await response;
  return status === 200 ? 'done' : body.code;
};
const names = { firstName: 'Ben', lastName: 'Ahrens', email: 'ben@werk.example' };

test('people stand with what an administrator has to know', async () => {
  expect(await find('anna')).toMatchObject({
    isAdministrator: true,
    hasPassword: true,
    hasTwoFactor: false,
    passkeys: 0,
    openSessions: 1,
    lastUsedAt: expect.any(String),
    linkUntil: null,
  });
  expect((await people()).map(({ userName }) => userName)).toEqual(['ben', 'anna']);
});

test('who is invited sets a password by the link, once, and is in the list of all at once', async () => {
  const peer = await StompPeer.as(anna, ['/topic/event.session.changed']);
  const carla = { userName: 'Carla', firstName: 'Carla', email: 'carla@werk.example', rights: ['mailList'] };
  const made = await anna.command<{ userId: number; mailed: boolean; link: string }>('account.invite', carla);
  expect(await peer.event()).toMatchObject({ payload: { keys: ['people'] } });
  peer.close();
  expect(made).toMatchObject({ mailed: false, link: expect.stringContaining('#link=') });
  expect(await find('carla')).toMatchObject({
    hasPassword: false,
    linkUntil: expect.any(String),
    rights: ['mailList'],
  });
  const stranger = new TestClient(server.base, 'werk');
  expect(await codeOf(stranger.send('/auth/login', post({ username: 'carla', password: '' })))).toBe('LOGIN_FAILED');
  const use = () =>
    stranger.send<{ code: string }>(
      '/auth/link/use',
      post({ token: tokenOf(made.link), password: 'Gras wächst über Gleise' }),
    );
  expect(await codeOf(use())).toBe('done');
  expect(await codeOf(use())).toBe('LINK_INVALID');
  await new TestClient(server.base, 'werk').signIn('carla', 'Gras wächst über Gleise');
  expect(await codeOf(anna.tryCommand('account.invite', carla))).toBe('USER_NAME_TAKEN');
});

const tokenOf = (link: string) => link.slice(link.indexOf('#link=') + '#link='.length);
const post = (body: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Instance': 'werk' },
  body: JSON.stringify({ instance: 'werk', ...body }),
});

test('a new link voids the one before it and leaves the password until it is used', async () => {
  const make = () => anna.command<{ link: string }>('account.sendLink', { userId: benId, kind: 'reset' });
  const [first, second] = [await make(), await make()];
  const check = (link: string) => codeOf(anna.send('/auth/link/check', post({ token: tokenOf(link) })));
  expect([await check(first.link), await check(second.link)]).toEqual(['LINK_INVALID', 'done']);
  await server.client(instance, 'ben');
});

test('rights that are taken are gone with the next request, and all of it is written down', async () => {
  const ben = await server.client(instance, 'ben');
  expect(await codeOf(ben.tryQuery('mail.quarantine'))).toBe('done');
  await anna.command('account.savePerson', { userId: benId, ...names, rights: ['taskList'], isAdministrator: false });
  expect(await codeOf(ben.tryQuery('mail.quarantine'))).toBe('RIGHT_MISSING');
  expect(await find('ben')).toMatchObject({ ...names, initial: 'BA', rights: ['taskList'] });
  const { entries } = await anna.query<{ entries: object[] }>('account.auditLog', {
    kinds: ['rights.changed', 'person.changed'],
    most: 2,
  });
  expect(entries).toMatchObject([
    {
      kind: 'rights.changed',
      userName: 'anna',
      subject: 'ben',
      details: { added: '', removed: expect.stringContaining('mailList') },
    },
    { kind: 'person.changed', subject: 'ben', details: { email: ' -> ben@werk.example' } },
  ]);
});

test.each([
  ['locked out', 'account.setUnlocked', { isUnlocked: false }, { isUnlocked: true }],
  ['taken out of the instance', 'account.setActive', { isActive: false }, { isActive: true }],
  ['signed out everywhere', 'account.endSessionsOf', {}, undefined],
  ['deprived of their factors', 'account.resetFactors', {}, undefined],
] as const)('who is %s is out at once, by request and in real time', async (_name, command, params, back) => {
  const ben = await server.client(instance, 'ben');
  const peer = await StompPeer.as(ben);
  await anna.command(command, { userId: benId, ...params });
  expect(await codeOf(ben.tryQuery('session.user'))).toMatch(/^(SESSION_ENDED|UNAUTHENTICATED)$/);
  await expect.poll(() => peer.closed).toBe(true);
  if (back !== undefined) {
    expect(await codeOf(ben.send('/auth/login', post({ username: 'ben', password: TEST_PASSWORD })))).not.toBe('done');
    await anna.command(command, { userId: benId, ...back });
  }
  await server.client(instance, 'ben');
});

test('the last administrator who can sign in stays one, whatever is tried', async () => {
  const invited = await anna.command<{ userId: number }>('account.invite', {
    userName: 'emil',
    email: null,
    rights: [],
    isAdministrator: true,
  });
  const own = { userId: annaId, firstName: 'Anna', lastName: 'Zander', email: null, rights: [] };
  for (const [command, params] of [
    ['account.savePerson', { ...own, isAdministrator: false }],
    ['account.setUnlocked', { userId: annaId, isUnlocked: false }],
    ['account.setActive', { userId: annaId, isActive: false }],
  ] as const)
    expect([command, await codeOf(anna.tryCommand(command, params))]).toEqual([command, 'LAST_ADMINISTRATOR']);
  await anna.command('account.setActive', { userId: invited.userId, isActive: false });
});

test('of administrators who take the role from each other at once, one is left', async () => {
  for (let round = 0; round < 8; round += 1) {
    const own = await server.instance(`paar${round}`);
    const ids: number[] = [];
    const clients: TestClient[] = [];
    for (const name of ['eins', 'zwei', 'drei']) {
      ids.push(await server.person(own, name, { isAdministrator: true }));
      clients.push(await server.client(own, name));
    }
    const outcomes = await Promise.all(
      clients.map((client, index) => {
        const userId = ids[(index + 1) % 3];
        const command = (['account.setActive', 'account.setUnlocked'] as const)[round % 2] ?? '';
        return codeOf(
          client.tryCommand(command, {
            userId,
            isActive: round % 2 === 1 ? undefined : false,
            isUnlocked: round % 2 === 1 ? false : undefined,
          }),
        );
      }),
    );
    const db = server.platform.database.forInstance(own.id);
    const left = await db
      .selectFrom('app_user')
      .selectAll()
      .where('is_active', '=', true)
      .where('is_unlocked', '=', true)
      .execute();
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBe(3 - outcomes.filter((outcome) => outcome === 'done').length);
  }
});

test('what an instance is called and links to is seen by the next request, and written down', async () => {
  const ben = await server.client(instance, 'ben');
  const settings = { title: 'Werk Nord', dataProtectionUrl: 'https://werk.example/datenschutz', imprintUrl: null };
  await anna.command('account.saveInstanceSettings', settings);
  expect(await anna.query('account.instanceSettings')).toEqual({
    ...settings,
    phoneCountry: 'DE',
    mailNumbers: true,
    phoneCountries: expect.arrayContaining(['AT', 'CH', 'DE', 'US']),
    canMail: false,
  });
  expect(await ben.query('session.configuration')).toMatchObject({
    instance: { title: 'Werk Nord' },
  });
  const { entries } = await anna.query<{ entries: object[] }>('account.auditLog', { kinds: ['instance.changed'] });
  expect(entries).toMatchObject([{ details: { title: 'Werk Nord', dataProtectionUrl: settings.dataProtectionUrl } }]);
  expect(
    await codeOf(anna.tryCommand('account.saveInstanceSettings', { ...settings, imprintUrl: 'javascript:alert(1)' })),
  ).toBe('PARAMETERS_INVALID');
  await anna.command('account.saveInstanceSettings', {
    ...settings,
    phoneCountry: 'AT',
  });
  await anna.command('account.saveInstanceSettings', settings);
  expect(await anna.query('account.instanceSettings')).toMatchObject({
    phoneCountry: 'AT',
  });
});

test('nobody else does any of it, and nobody is found in another instance', async () => {
  const ben = await server.client(instance, 'ben');
  const elsewhere = await server.instance('fremd');
  const strangerId = await server.person(elsewhere, 'dora');
  const commands = {
    'account.sendLink': { kind: 'reset' },
    'account.savePerson': { ...names, rights: [], isAdministrator: false },
    'account.setUnlocked': { isUnlocked: false },
    'account.setActive': { isActive: false },
    'account.endSessionsOf': {},
    'account.resetFactors': {},
  };
  for (const [command, params] of Object.entries(commands)) {
    expect([command, await codeOf(ben.tryCommand(command, { userId: annaId, ...params }))]).toEqual([
      command,
      'RIGHT_MISSING',
    ]);
    expect([command, await codeOf(anna.tryCommand(command, { userId: strangerId, ...params }))]).toEqual([
      command,
      'NOT_FOUND',
    ]);
  }
  await server.client(elsewhere, 'dora');
});
