import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_COMMANDS, ALL_QUERIES } from '@kontor/contract/all';
import type { CommandDefinition, KontorEvent, QueryDefinition } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { READER_FORM } from '../../platform/filetext/index.ts';
import { MailParser } from '../../platform/mailparse/index.ts';
import { TestClient, type Answer } from '../client.ts';
import { tablesOfInstances } from '../fill-tables.ts';
import { expectLoggedInFile } from '../logged.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../server.ts';
import { StompPeer, pongOf } from '../stomp.ts';
import { MEMBERS, PEOPLE, buildFixture, countAnew, type Fixture, type Member } from './fixture.ts';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';
import type { Outcome, Role, Row } from './rows.ts';
import { OPERATIONS } from './table.ts';

let server: TestServer;
let parser: MailParser;
let own: Fixture;
let other: Fixture;

beforeAll(async () => {
  server = await startTestServer();
  parser = new MailParser({ processes: 1 });
  // Each instance has work that was given up, and administrators have it tried again.
  expectLoggedInFile(/"job":"mail.readAnew".*"msg":"job failed"/);
  own = await buildFixture(server, parser, 'eigen');
  await countAnew(server.platform.database.owner);
  other = await buildFixture(server, parser, 'fremd');
});
// The file may take longer than a proof of who somebody is holds.
beforeEach(() => sql`update session set proven_at = now()`.execute(server.platform.database.owner));
afterAll(async () => {
  await server?.close();
  await parser?.close();
});

const DEFINITIONS = new Map<string, QueryDefinition | CommandDefinition>([...ALL_QUERIES, ...ALL_COMMANDS]);
const ROLES: readonly Role[] = ['out', 'other', ...MEMBERS];

/** Sends an operation as a client, about things of an instance. */
async function ask(
  client: TestClient,
  definition: QueryDefinition | CommandDefinition,
  about: object,
): Promise<Answer<unknown>> {
  const params = { ...(definition.example.params as object), ...about };
  return definition.kind === 'query'
    ? client.tryQuery(definition.name, params)
    : client.tryCommand(definition.name, params);
}

/** What a row is asked about: made anew after each that was not refused, for what is refused changes nothing. */
function thingsOf(fixture: Fixture, about: Row['about']) {
  let made: object | undefined;
  return {
    next: async (): Promise<object> => (made ??= (await about?.(fixture)) ?? {}),
    heard({ status }: Answer<unknown>): void {
      if (status < 400) made = undefined;
    },
  };
}

const textOf = ({ body }: Answer<unknown>): string => (typeof body === 'string' ? body : JSON.stringify(body));

function outcomeOf(answer: Answer<unknown>, fixture: Fixture): Outcome {
  const text = textOf(answer);
  if (answer.status === 200 && text.includes(fixture.mailWord)) return '200 mail';
  if (answer.status === 200) return text.includes(fixture.boxWord) ? '200 mailbox' : '200';
  return `${answer.status} ${(answer.body as { code?: string }).code ?? ''}`;
}

/** The client of a role: another instance's people say that they mean this one. */
function clientOf(role: Role, member: Member = 'owner'): TestClient {
  if (role === 'out') return new TestClient(server.base, own.instance.name);
  if (role === 'other') return new TestClient(server.base, own.instance.name, other.clients[member].token);
  return own.clients[role];
}

test('the instances have the same numbers and names, and differ by their words', () => {
  for (const key of ['ids', 'accountId', 'boxId', 'addressId', 'mail'] as const) expect(other[key]).toEqual(own[key]);
});

test('every operation of the contract has a row, and no row is of nothing', () => {
  expect(Object.keys(OPERATIONS).toSorted((a, b) => a.localeCompare(b))).toEqual(
    [...DEFINITIONS.keys()].toSorted((a, b) => a.localeCompare(b)),
  );
});

test('no operation is for people who are signed out, or who are of another instance', () => {
  const open = Object.entries(OPERATIONS).filter(
    ([, { is }]) => is.out !== '401 UNAUTHENTICATED' || is.other !== '401 UNAUTHENTICATED',
  );
  expect(open.map(([name]) => name)).toEqual([]);
});

/** What changes without anybody: sessions are seen, and whom mails were exchanged with is counted a while after they came. */
const IN_BACKGROUND = new Set(['session', 'mail_correspondent', 'mail_counted']);

/** All that an instance has that changes by people alone. */
async function stateOf({ instance }: Fixture): Promise<string> {
  const { owner } = server.platform.database;
  const states: string[] = [];
  for (const table of await tablesOfInstances(owner)) {
    if (IN_BACKGROUND.has(table)) continue;
    const { rows } = await sql<{
      state: string;
    }>`select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as state
      from ${sql.table(table)} t where instance_id = ${instance.id}`.execute(owner);
    states.push(`${table} ${rows[0]?.state}`);
  }
  return states.join('\n');
}

test('what people of another instance do there, with numbers that stand for things here too, reads and changes nothing here', async () => {
  // What files say is read behind their arrival, and would be a change that nobody made.
  const unread = () =>
    sql`select from activity_reading where form < ${READER_FORM}`.execute(server.platform.database.owner);
  await expect.poll(async () => (await unread()).rows).toEqual([]);
  const before = await stateOf(own);
  for (const [name, { about }] of Object.entries(OPERATIONS)) {
    const definition = DEFINITIONS.get(name);
    if (definition === undefined) continue;
    const things = thingsOf(other, about);
    for (const member of ['noRights', 'owner', 'admin'] as const) {
      const answer = await ask(other.clients[member], definition, await things.next());
      things.heard(answer);
      expect([name, member, textOf(answer).includes(own.word)]).toEqual([name, member, false]);
      expect([name, member, textOf(answer).includes(own.mailWord)]).toEqual([name, member, false]);
    }
  }
  expect(await stateOf(own)).toBe(before);
});

describe.each(Object.entries(OPERATIONS))('%s', (name, { about, is }) => {
  test('gives each what the table says, and nothing that is not theirs', async () => {
    const definition = DEFINITIONS.get(name);
    if (definition === undefined) throw new Error(`There is no ${name}`);
    const got: Partial<Record<Role, Outcome>> = {};
    const things = thingsOf(own, about);
    for (const role of ROLES) {
      const answer = await ask(clientOf(role), definition, await things.next());
      things.heard(answer);
      got[role] = outcomeOf(answer, own);
      const text = textOf(answer);
      const strange = [other.word, other.mailWord, ...(role === 'out' || role === 'other' ? [own.word] : [])];
      expect([role, strange.filter((word) => text.includes(word))]).toEqual([role, []]);
    }
    expect(got).toEqual(is);
  });
});

/** Methods and paths that the server has, read from the tree that it prints. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^([\s│]*)[├└]── (.*?)(?: \((.*)\))?$/.exec(line);
    if (match === null) return [];
    const [, indent = '', part = '', methods] = match;
    const depth = indent.length / 4;
    above.length = depth;
    above[depth] = part;
    // Of the one address that stands for all below it, the tree leaves out what is before the star.
    const path = above.join('').replace(/^\/\*$/, '/dav/*');
    return (methods?.split(', ') ?? []).map((method) => `${method} ${path}`);
  });
}

const WEB_APP = join(import.meta.dirname, '..', '..', '..', '..', 'web', 'dist');

describe('endpoints that are neither query nor command', () => {
  test('have a row each, and no row is of nothing', () => {
    const routes = routesOf(server.app.http.printRoutes({ commonPrefix: false }));
    // The app's files, where it is built, are everybody's.
    const files = new Set(
      existsSync(WEB_APP) ? readdirSync(WEB_APP, { recursive: true }).map((file) => `GET /${String(file)}`) : [],
    );
    const named = routes.filter((route) => !/^(OPTIONS|HEAD) /.test(route) && !files.has(route));
    expect([...new Set(named)].toSorted((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(ENDPOINTS).toSorted((a, b) => a.localeCompare(b)),
    );
  });

  test.each(Object.entries<Endpoint>(ENDPOINTS))('%s', async (route, { send, is }) => {
    const [method = '', path = ''] = route.split(' ');
    const got: Partial<Record<keyof Endpoint['is'], Outcome>> = {};
    for (const role of ['out', 'other', 'noRights', 'owner'] as const) {
      const client = clientOf(role);
      const again = new TestClient(client.base, client.instance, client.token);
      // Whoever signs out here is asked again below.
      if (route === 'POST /auth/logout' && (role === 'owner' || role === 'noRights'))
        await again.signIn(PEOPLE[role].userName, TEST_PASSWORD);
      const { query = '', body } = send?.(own) ?? {};
      const answer = await again.send<unknown>(`${path.replace(':processId', own.processId)}${query}`, {
        method,
        headers: again.headers(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      got[role] = outcomeOf(answer, own);
      const strange = [
        other.word,
        other.mailWord,
        own.mailWord,
        ...(role === 'owner' || role === 'noRights' ? [] : [own.word]),
      ];
      expect([role, strange.filter((word) => textOf(answer).includes(word))]).toEqual([role, []]);
    }
    expect(got).toEqual(is);
  });
});

describe('in real time', () => {
  test('topics of others are refused, one by one', async () => {
    const topics = [
      `/topic/user.${own.ids.owner}`,
      `/topic/personal.${own.sessionId}`,
      '/topic/user.*',
      '/topic/#',
      '/topic/event.*',
      `/queue/user.${own.ids.owner}`,
      `/exchange/eigen/user.${own.ids.owner}`,
    ];
    for (const client of [own.clients.noAccess, own.clients.admin, other.clients.noAccess]) {
      for (const destination of topics) {
        const peer = await StompPeer.as(client, []);
        peer.send('SUBSCRIBE', { id: '1', destination, receipt: 'r' });
        await peer.refused();
        // Nothing was taken.
        expect([destination, peer.frames.some(({ command }) => command === 'RECEIPT')]).toEqual([destination, false]);
        peer.close();
      }
    }
  });

  test('a ticket of one instance opens no connection to another', async () => {
    const pong = await pongOf(other.clients.owner);
    const peer = await StompPeer.open(server.base);
    peer.connect({ ...pong, vhost: own.instance.name });
    expect((await peer.next('ERROR')).command).toBe('ERROR');
    peer.close();
  });

  test('the person of the same number in another instance hears nothing of what happens here', async () => {
    const everything = [
      `/topic/user.${own.ids.owner}`,
      '/topic/event.session.changed',
      '/topic/event.account.jobsChanged',
    ];
    const here = await StompPeer.as(own.clients.owner, everything);
    const there = await StompPeer.as(other.clients.owner, everything);
    await own.newTrash();
    await own.newPerson();
    const happened: KontorEvent[] = [];
    const isOf = (type: string) => happened.some((event) => event.type === type);
    while (!isOf('session.changed') || !isOf('activity.changed')) happened.push(await here.event());
    // What comes after it in the other instance is heard there after all that would have been heard of this one.
    await other.newPerson();
    const heard: KontorEvent[] = [];
    // Some things happen there by the time alone, as that somebody has left a thread.
    while (!heard.some(({ type }) => type === 'session.changed')) heard.push(await there.event());
    const textsOf = (events: readonly KontorEvent[]) =>
      events.map((event) => JSON.stringify({ ...event, run: undefined }));
    const all = new Set(textsOf(happened));
    expect(textsOf(heard).filter((text) => all.has(text))).toEqual([]);
    expect(heard.map(({ type }) => type)).not.toContain('activity.changed');
    here.close();
    there.close();
  });
});
