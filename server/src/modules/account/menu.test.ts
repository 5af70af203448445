import type { MenuItem, OwnMenuItem } from '@kontor/contract/account';
import { MAX_MENU_ITEMS } from '@kontor/contract/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { changeRights } from './people.ts';
import { sweepInstance } from './store/sweep.ts';

const SECRET = 'geheimnis-der-warenwirtschaft';
const OTHER_SECRET = 'ein anderes geheimnis hier';

let server: TestServer;
let instance: Instance;
let second: Instance;
let chief: TestClient;
let anna: TestClient;
let annaId: number;

beforeAll(async () => {
  server = await startTestServer({
    KONTOR_MENU_HOSTS: `forms.example, ERP.example:8443=${SECRET}, crm.example=${OTHER_SECRET}`,
    KONTOR_MENU_SCHEMES: 'teams',
    KONTOR_DOMAINS: 'kontor.example',
  });
  instance = await server.instance('first');
  second = await server.instance('second');
  annaId = await server.person(instance, 'anna', { email: 'anna@first.example' });
  for (const one of [instance, second]) await server.person(one, 'chief', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
  chief = await server.client(instance, 'chief');
});
afterAll(() => server?.close());
// Wrong tries from one address are counted, and names are taken once.
beforeEach(async () => {
  await sql`delete from sign_in_try`.execute(server.platform.database.owner);
  await sql`delete from main_menu_item`.execute(server.platform.database.owner);
});

const ERP = {
  Caption: 'Warenwirtschaft',
  Name: 'erp',
  Type: 'userDefinedUrl',
  URL: 'https://erp.example:8443/start?view=1',
  Method: 'GET',
  Session: true,
  ResourceId: 'orders',
} as const;
type About = { [K in keyof typeof ERP]: (typeof ERP)[K] extends boolean ? boolean : string };
const make = (about: Partial<About> = {}, by = chief) =>
  by.tryCommand<OwnMenuItem>('account.createMenuItem', { ...ERP, ...about });
const made = async (about: Partial<About> = {}, by = chief) => {
  const answer = await make(about, by);
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.data;
};
const listed = (client: TestClient) => client.query<MenuItem[]>('session.mainMenuItems');

interface Opened {
  readonly URL: string;
  readonly Method: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}
const open = (ID: number, by = anna) => by.command<Opened>('session.openMenuItem', { ID });
const codeOf = ({ URL: url }: Opened): string => new URL(url).searchParams.get('code') ?? '';

interface Redeemed {
  readonly code?: string;
  readonly user: { readonly userName: string };
}
const redeem = (code: string, more: object = {}, headers: Record<string, string> = {}) =>
  anna.send<Redeemed>('/auth/menu-code', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Instance': 'first', ...headers },
    body: JSON.stringify({ host: 'erp.example:8443', secret: SECRET, code, ...more }),
  });

describe('entries of the menu', () => {
  test('are made by administrators, seen by all who may, and told to all', async () => {
    const peer = await StompPeer.as(anna);
    const erp = await made({ Session: false });
    expect(erp).toMatchObject({ Name: 'erp', sortOrder: 1, aggregateVersion: 1 });
    expect(await peer.event()).toMatchObject({ type: 'account.menuChanged', payload: { keys: ['menu'] } });
    const { aggregateVersion: _, ...seen } = erp;
    expect(await listed(anna)).toEqual([seen]);
    peer.close();
    const all = await chief.query<{ items: OwnMenuItem[]; postHosts: string[] }>('account.menuItems');
    expect(all).toEqual({
      items: [erp],
      postHosts: ['forms.example', 'erp.example:8443', 'crm.example'],
      sessionHosts: ['erp.example:8443', 'crm.example'],
      schemes: ['teams'],
    });
    // No secret of the operator leaves the server.
    expect(JSON.stringify(all)).not.toContain(SECRET);
  });

  test('are nobody else’s to change, nor another instance’s to see', async () => {
    const { ID } = await made();
    expect((await make({ Name: 'x' }, anna)).body.code).toBe('RIGHT_MISSING');
    for (const [command, params] of [
      ['changeMenuItem', { ID, ...ERP, aggregateVersion: 1 }],
      ['deleteMenuItem', { ID }],
      ['restoreMenuItem', { ID }],
      ['orderMenuItems', { IDs: [ID] }],
    ] as const) {
      const answer = await anna.tryCommand(`account.${command}`, params);
      expect([answer.status, answer.body.code]).toEqual([403, 'RIGHT_MISSING']);
    }
    expect((await anna.tryQuery('account.menuItems')).status).toBe(403);
    const there = await server.client(second, 'chief');
    expect(await listed(there)).toEqual([]);
    for (const [command, params] of [
      ['account.changeMenuItem', { ID, ...ERP, aggregateVersion: 1 }],
      ['account.deleteMenuItem', { ID }],
      ['session.openMenuItem', { ID }],
    ] as const)
      expect((await there.tryCommand(command, params)).status).toBe(404);
    // The same name is free there.
    expect((await make({}, there)).status).toBe(200);
  });

  test('are none for whoever lacks the right, from the next request on', async () => {
    const { ID } = await made();
    await server.person(instance, 'carla', { rights: [] });
    const carla = await server.client(instance, 'carla');
    expect(await listed(carla)).toEqual([]);
    expect((await carla.tryCommand('session.openMenuItem', { ID })).body.code).toBe('RIGHT_MISSING');
    const rights = await server.platform.database
      .forInstance(instance.id)
      .selectFrom('app_user')
      .select('user_id')
      .where('user_name', '=', 'carla')
      .executeTakeFirstOrThrow();
    await server.change(instance, (ctx) =>
      changeRights(ctx, rights.user_id, { rights: ['addOns'], isAdministrator: false }),
    );
    expect((await listed(carla)).length).toBe(1);
  });

  test('are changed from the version that is there, and no other', async () => {
    const item = await made();
    const change = (aggregateVersion: number, Caption: string) =>
      chief.tryCommand<OwnMenuItem>('account.changeMenuItem', { ID: item.ID, ...ERP, Caption, aggregateVersion });
    expect((await change(1, 'Lager')).body.data).toMatchObject({ Caption: 'Lager', aggregateVersion: 2 });
    const late = await change(1, 'Bestellungen');
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(late.body.data).toMatchObject({ Caption: 'Lager', aggregateVersion: 2 });
    expect((await change(2, 'Bestellungen')).status).toBe(200);
  });

  test('are deleted, put back under their number, and gone after a month', async () => {
    const [one, two] = [await made({ Name: 'one' }), await made({ Name: 'two' })];
    const say = (verb: string, { ID }: OwnMenuItem) => chief.tryCommand(`account.${verb}MenuItem`, { ID });
    expect((await say('restore', one)).status).toBe(404);
    expect((await say('delete', one)).status).toBe(200);
    expect((await say('delete', one)).status).toBe(404);
    expect((await listed(anna)).map(({ Name }) => Name)).toEqual(['two']);
    expect((await say('restore', one)).status).toBe(200);
    expect((await listed(anna)).map(({ ID }) => ID)).toEqual([one.ID, two.ID]);
    await say('delete', one);
    await made({ Name: 'one' });
    expect((await say('restore', one)).body.code).toBe('NAME_TAKEN');
    await sweepInstance(server.platform.database.forInstance(instance.id), instance.id, Date.now() + 31 * 86_400_000);
    expect((await say('restore', one)).status).toBe(404);
  });

  test('stand in the order that they were put in; what is not named comes behind', async () => {
    const [a, b, c] = [await made({ Name: 'a' }), await made({ Name: 'b' }), await made({ Name: 'c' })];
    const order = async (...IDs: number[]) => {
      expect((await chief.tryCommand('account.orderMenuItems', { IDs })).status).toBe(200);
      return (await listed(anna)).map(({ Name }) => Name).join('');
    };
    expect(await order(c.ID, a.ID, b.ID)).toBe('cab');
    expect(await order(b.ID)).toBe('bca');
    expect(await order(999_999, a.ID, a.ID)).toBe('abc');
    await made({ Name: 'd' });
    expect((await listed(anna)).at(-1)?.Name).toBe('d');
  });

  test.each<[string, Partial<About>, string]>([
    ['a script', { URL: 'javascript:alert(1)' }, 'MENU_URL_REFUSED'],
    ['a file', { URL: 'file:///etc/passwd', Session: false }, 'MENU_URL_REFUSED'],
    ['a session for a host without a secret', { URL: 'https://forms.example/' }, 'MENU_HOST_UNLISTED'],
    ['a form to nobody known', { URL: 'https://evil.example/', Session: false, Method: 'POST' }, 'MENU_HOST_UNLISTED'],
    ['a program that is not listed', { Type: 'applicationStarter', URL: 'calc:', Session: false }, 'MENU_URL_REFUSED'],
    ['an address with blanks', { URL: 'https://erp.example/a b' }, 'PARAMETERS_INVALID'],
    ['an address that is too long', { URL: `https://erp.example/${'x'.repeat(2000)}` }, 'PARAMETERS_INVALID'],
    ['no caption', { Caption: '  ' }, 'PARAMETERS_INVALID'],
    ['a caption that is too long', { Caption: 'x'.repeat(61) }, 'PARAMETERS_INVALID'],
    ['a name with blanks', { Name: 'a b' }, 'PARAMETERS_INVALID'],
    ['an unknown type', { Type: 'applet' }, 'PARAMETERS_INVALID'],
  ])('with %s are refused', async (_, about, code) => {
    const answer = await make(about);
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });

  test('bear names of their own, and are no more than so many', async () => {
    await made();
    expect((await make({ Name: 'ERP' })).body.code).toBe('NAME_TAKEN');
    for (let n = 1; n < MAX_MENU_ITEMS; n += 1) await made({ Name: `n${n}` });
    expect((await make({ Name: 'more' })).body.code).toBe('TOO_MANY_MENU_ITEMS');
  });

  test('leave a line in the audit log, without what is behind them', async () => {
    const { ID } = await made();
    await chief.command('account.deleteMenuItem', { ID });
    const log = await chief.query<{ entries: { kind: string; subject: string; userName: string }[] }>(
      'account.auditLog',
      { kinds: ['menu.changed'], from: null },
    );
    expect(log.entries.slice(0, 2)).toMatchObject([
      { kind: 'menu.changed', subject: 'erp', userName: 'chief' },
      { kind: 'menu.changed', subject: 'erp', userName: 'chief' },
    ]);
  });
});

describe('a code', () => {
  test('tells the host who has come, once, and no other than that', async () => {
    const { ID } = await made();
    const opened = await open(ID);
    const url = new URL(opened.URL);
    expect([url.origin, url.pathname, opened.Method]).toEqual(['https://erp.example:8443', '/start', 'GET']);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      view: '1',
      code: expect.stringMatching(/^[\w-]{43}$/),
      instance: 'first',
      resourceId: 'orders',
    });
    const answer = await redeem(codeOf(opened));
    expect(answer.body).toEqual({
      user: { id: annaId, userName: 'anna', firstName: 'anna', lastName: 'Test', email: 'anna@first.example' },
      instance: { name: 'first', title: 'first' },
      resourceId: 'orders',
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBe(null);
    expect((await redeem(codeOf(opened))).body).toMatchObject({ status: 404, code: 'LOGIN_FAILED' });
    const { rows } = await sql<{ kind: string; details: object }>`
      select kind, details from audit_entry where instance_id = ${instance.id} and kind = 'menu.redeemed'`.execute(
      server.platform.database.owner,
    );
    expect(rows).toEqual([{ kind: 'menu.redeemed', details: { name: 'erp', host: 'erp.example:8443' } }]);
  });

  test('goes by a form where the entry says so, and what has no session has none', async () => {
    const form = await made({ Method: 'POST' });
    const opened = await open(form.ID);
    expect(opened).toMatchObject({ URL: ERP.URL, Method: 'POST' });
    expect(opened.fields.map(({ name }) => name)).toEqual(['code', 'instance', 'resourceId']);
    const plain = await made({ Name: 'plain', Session: false });
    expect(await open(plain.ID)).toEqual({ URL: ERP.URL, Method: 'GET', fields: [] });
  });

  test('is not for another host, and lost where one tries it', async () => {
    const { ID } = await made();
    const code = codeOf(await open(ID));
    expect((await redeem(code, { host: 'crm.example', secret: OTHER_SECRET })).status).toBe(404);
    expect((await redeem(code)).status).toBe(404);
  });

  test.each([
    ['the wrong secret', { secret: OTHER_SECRET }],
    ['no secret', { secret: '' }],
    ['a host without a secret', { host: 'forms.example', secret: '' }],
    ['a host that is not listed', { host: 'evil.example', secret: '' }],
  ])('is used up by nobody who comes with %s', async (_, more) => {
    const { ID } = await made();
    const code = codeOf(await open(ID));
    const answer = await redeem(code, more);
    expect(answer.body).toMatchObject({ status: 404, code: 'LOGIN_FAILED' });
    expect((await redeem(code)).status).toBe(200);
  });

  test('is not for pages, nor for another instance', async () => {
    const { ID } = await made();
    const code = codeOf(await open(ID));
    expect((await redeem(code, {}, { Origin: 'https://erp.example:8443' })).body).toMatchObject({
      code: 'ORIGIN_REFUSED',
    });
    expect((await redeem(code, {}, { 'X-Instance': 'second' })).status).toBe(404);
    expect((await redeem(code)).status).toBe(200);
  });

  test('is over after a minute, and with the session that it came from', async () => {
    const { ID } = await made();
    const late = codeOf(await open(ID));
    server.advance(61_000);
    expect((await redeem(late)).status).toBe(404);
    const leaving = await server.client(instance, 'anna');
    const code = codeOf(await open(ID, leaving));
    await leaving.send('/auth/logout', {
      method: 'POST',
      headers: leaving.headers({ 'Content-Type': 'application/json' }),
      body: '{}',
    });
    expect((await redeem(code)).status).toBe(404);
  });

  test('is stored as a hash alone', async () => {
    const { ID } = await made();
    const code = codeOf(await open(ID));
    const { rows } = await sql<{ all: string }>`select menu_code::text as all from menu_code`.execute(
      server.platform.database.owner,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ all }) => all).join()).not.toContain(code);
    const kept = await sql<{
      all: string;
    }>`select command_log::text as all from command_log where command = 'session.openMenuItem'`.execute(
      server.platform.database.owner,
    );
    expect(kept.rows.map(({ all }) => all).join()).not.toContain(code);
  });
});

test('an app says whether it is looked at, and the list of devices has it', async () => {
  const peer = await StompPeer.as(anna);
  const about = { platform: 'web', browser: 'Firefox 145', version: '0.0.671' };
  type Sessions = { isCurrent: boolean; app: { state: string; at: string } | null }[];
  const own = async () => (await anna.query<Sessions>('account.sessions')).find(({ isCurrent }) => isCurrent)?.app;
  expect(await own()).toBe(null);
  await anna.command('app.movedToForeground', about);
  expect(await peer.event({ ofSessions: true })).toMatchObject({
    type: 'session.changed',
    payload: { keys: ['sessions'] },
  });
  expect(await own()).toMatchObject({ state: 'foreground', ...about });
  await anna.command('app.movedToBackground', about);
  expect(await own()).toMatchObject({ state: 'background' });
  expect((await chief.query<Sessions>('account.sessions')).map(({ app }) => app)).toEqual([null]);
  peer.close();
});
