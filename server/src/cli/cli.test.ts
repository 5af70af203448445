import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD_MIN_LENGTH, RIGHTS } from '@kontor/contract/account';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../modules/mail/testing/factory.ts';
import { TestClient } from '../testing/client.ts';
import { type CliFixture, startCliFixture } from '../testing/cli.ts';
import { CLI, Program } from '../testing/program.ts';
import { TEST_PASSWORD, type TestServer } from '../testing/server.ts';
import { StompPeer } from '../testing/stomp.ts';
import { settingsMarkdown } from './settings.ts';

/** The command line beside a running server, most of it in this process, some journeys in processes of their own. */
let fixture: CliFixture;
let server: TestServer;
let kontor: CliFixture['kontor'];
let json: CliFixture['json'];

beforeAll(async () => {
  fixture = await startCliFixture();
  ({ server, kontor, json } = fixture);
});
afterAll(() => fixture?.close());

describe('what is refused', () => {
  test.each([
    ['instance create', "Missing required argument 'name'."],
    ['instance create Ärger', 'The name of an instance must consist of 1 to 63 letters a to z and digits.'],
    ['instance create werk', 'The name is taken.'],
    ['instance remove werk', 'This cannot be undone: without a terminal it needs --yes.'],
    ['instance remove nowhere --yes', 'There is no instance "nowhere"; there are: werk'],
    ['person add nowhere dana', 'There is no instance "nowhere"'],
    ['person add werk anna', 'The name is taken.'],
    ['person add werk ANNA', 'The name is taken.'],
    ['person add werk a/b', 'A user name must have no spaces and no slashes.'],
    ['person add werk dana --email dana', '"dana" is not a mail address.'],
    ['person add werk dana --rights mailList,fly', 'There is no right "fly"; the rights are addOns'],
    ['person add werk dana --password-file nothing.txt', 'There is no file nothing.txt.'],
    ['person remove werk anna', 'This cannot be undone: without a terminal it needs --yes.'],
    ['person remove werk nobody --yes', 'There is no person "nobody" in "werk"; `kontor person list werk`'],
    ['group create werk Service nobody', 'There is no person "nobody" in "werk"'],
    ['group add werk Service anna', 'There is no group "Service" in "werk"; there is none yet.'],
    ['group remove werk Service anna', 'There is no group "Service" in "werk"; there is none yet.'],
    ['group delete werk Service --yes', 'There is no group "Service" in "werk"; there is none yet.'],
    [`group create werk ${'x'.repeat(61)}`, 'The name of a group has at most 60 characters.'],
    ['rights show werk nobody', 'There is no person "nobody"'],
    ['rights set werk anna fly', 'There is no right "fly"'],
    ['rights set werk anna', 'Name at least one right'],
    ['rights set werk anna mailList --all', 'Name rights, or use --all, or --none: one of them.'],
    ['lock werk nobody', 'There is no person "nobody"'],
    ['password werk nobody', 'There is no person "nobody"'],
    ['mail add-account werk anna --email x@y.example', "Required option '--host <host>' not specified."],
    ['mail add-account werk anna --email x@y.example --host h', 'Without a terminal the password must come from'],
    ['import werk nobody .', 'There is no person "nobody"'],
    ['import werk nobody@werk.example .', 'There is no mailbox "nobody@werk.example" in "werk".'],
    ['import werk anna nothing.mbox', 'nothing.mbox'],
    ['import werk anna . --state old', 'The state must be new, in-process or done; "old" is not.'],
    ['persn list', "Unknown command 'persn'. Did you mean person?"],
    ['status --jsno', "Unknown option '--jsno'. Did you mean --json?"],
  ])('kontor %s: %s', async (args, sentence) => {
    const heard = await kontor(args);
    expect([heard.code, heard.out]).toEqual([1, '']);
    expect(heard.err).toContain(sentence);
    expect(heard.err.trim().split('\n')).toHaveLength(1);
  });

  test.each([
    ['short', `The password must have ${PASSWORD_MIN_LENGTH} characters or more.`],
    ['', 'The password that was given is empty.'],
  ])('the password %j', async (input, sentence) => {
    for (const args of ['person add werk dana --password-file -', 'password werk anna --password-file -']) {
      expect(await kontor(args, { input })).toEqual({ code: 1, out: '', err: `${sentence}\n` });
    }
  });

  test('a mailbox with a bad address, server, port or security', async () => {
    const add = (more: string) =>
      kontor(`mail add-account werk anna --password-file - ${more}`, { input: 'secret of the mailbox' });
    const good = '--email info@werk.example --host imap.werk.example';
    expect((await add('--email info --host h')).err).toBe('The mail address is none.\n');
    expect((await add('--email info@werk.example --host a@b')).err).toMatch(/^The mail server must be/);
    expect((await add(`${good} --port 99999`)).err).toBe('The port must be a number from 1 to 65535.\n');
    expect((await add(`${good} --security ssl`)).err).toMatch(/must be/);
  });

  test('a database that cannot be reached, a bad setting and a folder where Kontor never was', async () => {
    const at = (more: Record<string, string>) => kontor('instance list', { env: { ...fixture.env, ...more } });
    expect((await at({ DATABASE_URL: 'postgres://a@127.0.0.1:1/b' })).err).toMatch(/^Nothing answers at the address/);
    expect((await at({ KONTOR_PORT: 'x' })).err).toMatch(/^KONTOR_PORT in the environment must be/);
    expect((await at({ KONTOR_DATA: join(fixture.folder, 'elsewhere') })).err).toMatch(
      /^There is no data folder of Kontor at/,
    );
    const apart = {
      KONTOR_DATA: join(fixture.folder, 'apart'),
      KONTOR_KEY_FILE: join(fixture.server.dataFolder, 'kontor.key'),
    };
    expect((await at(apart)).code).toBe(0);
  });
});

test('works beside a server whose key file lies elsewhere than its data folder, as in a container', async () => {
  const key = fixture.env['KONTOR_KEY_FILE'] ?? join(fixture.env['KONTOR_DATA'] ?? '', 'kontor.key');
  const env = { ...fixture.env, KONTOR_DATA: join(fixture.folder, 'elsewhere'), KONTOR_KEY_FILE: key };
  expect(await kontor('instance list', { env })).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('werk'),
  });
});

test('every command has an example in its help', async () => {
  const { out } = await kontor('--help');
  const names = [...out.matchAll(/^ {2}([a-z]+) /gm)].map((line) => line[1] ?? '').filter((name) => name !== 'help');
  expect(names).toEqual(
    expect.arrayContaining(['instance', 'person', 'rights', 'unlock', 'password', 'mail', 'import', 'status']),
  );
  for (const name of names.filter((it) => it !== 'kontor')) {
    const help = (await kontor(`${name} --help`)).out;
    const inner = [...help.matchAll(/^ {2}([a-z-]+) \[/gm)].map((line) => line[1] ?? '').filter((it) => it !== 'help');
    for (const args of inner.length === 0 ? [name] : inner.map((it) => `${name} ${it}`)) {
      expect((await kontor(`${args} --help`)).out).toMatch(new RegExp(`Example:\\n {2}.*kontor ${args}`));
    }
  }
});

test('groups are made, filled, emptied and deleted, which open clients learn of', async () => {
  await server.person(fixture.work, 'ida');
  const peer = await StompPeer.as(await server.client(fixture.work, 'ida'));
  expect((await kontor('group list werk')).out).toBe('There are no groups in "werk" yet.\n');
  expect(await json('group create werk Service anna ida')).toEqual({
    id: expect.any(Number),
    name: 'Service',
    members: ['anna', 'ida'],
  });
  expect(await peer.event()).toMatchObject({ type: 'account.groupsChanged', payload: { keys: ['groups'] } });
  peer.close();
  expect((await kontor('group create werk SERVICE')).err).toBe('The name is taken.\n');
  expect((await kontor(['group', 'create', 'werk', ' \u200b '])).err).toContain('a character that can be seen');
  expect((await kontor('group remove werk service ida')).out).toBe('In "Service" there are now: anna.\n');
  expect((await kontor('group add werk Service ida anna')).out).toBe('In "Service" there are now: anna, ida.\n');
  expect((await kontor('group list werk')).out).toMatch(/^Group +Members +Who\nService +2 +anna, ida\n$/);
  expect((await kontor('group remove werk Service ida anna')).out).toBe('In "Service" is nobody now.\n');
  const kept = await kontor('group delete werk Service', { isTerminal: true, answer: 'n' });
  expect(kept.err).toMatch(/Nothing was changed\.\n$/);
  expect((await kontor('group delete werk Service --yes')).out).toBe('The group "Service" was deleted.\n');
  expect(await json('group list werk')).toEqual([]);
});

describe('instances', () => {
  test('are made, listed and removed with all that is in them', async () => {
    expect(await json('instance create Zweig --title Zweigstelle')).toEqual({
      id: expect.any(Number),
      name: 'zweig',
      title: 'Zweigstelle',
    });
    const { password } = await json<{ password: string }>('person add zweig dana');
    await fixture.addMailbox('zweig', 'dana');
    writeFileSync(join(fixture.folder, 'one.eml'), rawMail());
    expect((await kontor(['import', 'zweig', 'info@zweig.example', join(fixture.folder, 'one.eml')])).code).toBe(0);
    const client = await new TestClient(server.base, 'zweig').signIn('dana', password);
    const peer = await StompPeer.as(client);
    expect((await kontor('instance list')).out).toMatch(
      /^Instance +Title +People\nwerk +werk +\d+\nzweig +Zweigstelle +1\n$/,
    );

    const refused = await kontor('instance remove zweig', { isTerminal: true, answer: 'n' });
    expect(refused.err).toMatch(/Remove "zweig" with 1 person and 1 item for good\? y\/N Nothing was changed\./);
    expect((await client.tryQuery('session.user')).status).toBe(200);

    const removed = await kontor('instance remove zweig', { isTerminal: true, answer: 'y' });
    expect(removed.out).toMatch(/^The instance "zweig" was removed with 1 person/);
    expect((await peer.next('ERROR')).headers['message']).toBe('the session has ended');
    expect((await client.tryQuery('session.user')).status).toBeGreaterThanOrEqual(400);
    expect(await json<unknown[]>('instance list')).toHaveLength(1);
  });
});

describe('people', () => {
  test('are added with a generated password that is good, or with a chosen one', async () => {
    const added = await json<{ password: string }>('person add werk Bert --first-name Bert --email bert@werk.example');
    expect(added).toMatchObject({
      userName: 'bert',
      firstName: 'Bert',
      isActive: true,
      isUnlocked: true,
      isAdministrator: false,
      rights: RIGHTS.filter((right) => right !== 'colorblindMode'),
    });
    await new TestClient(server.base, 'werk').signIn('bert', added.password);
    const chosen = await json('person add werk cora --rights none --password-file -', { input: `${TEST_PASSWORD}\n` });
    expect(chosen).not.toHaveProperty('password');
    expect(chosen).toMatchObject({ rights: [] });
    await new TestClient(server.base, 'werk').signIn('cora', TEST_PASSWORD);
    const { out } = await kontor('person list werk');
    expect(out).toMatch(/^Person +Name +Email +State +Administrator +Sessions +Last seen\n/);
    expect(out).toMatch(/^bert +Bert +bert@werk\.example +unlocked +1 +\d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
  });

  test('who are removed are out at once, and can come back', async () => {
    await server.person(fixture.work, 'erik');
    const client = await server.client(fixture.work, 'erik');
    const peer = await StompPeer.as(client);
    await kontor('person remove werk erik --yes');
    expect((await peer.next('ERROR')).headers['message']).toBe('the session has ended');
    expect((await client.tryQuery('session.user')).status).toBe(401);
    expect((await kontor('person list werk')).out).not.toContain('erik');
    expect((await kontor('person list werk --all')).out).toMatch(/erik +.*removed/);
    await expect(server.client(fixture.work, 'erik')).rejects.toThrow('LOGIN_FAILED');
    await kontor('person restore werk erik');
    await server.client(fixture.work, 'erik');
  });

  test('have the rights they are given, which their open clients learn of', async () => {
    await server.person(fixture.work, 'frida');
    const client = await server.client(fixture.work, 'frida');
    const peer = await StompPeer.as(client);
    const rights = async () => {
      const { rights, isAdministrator } = await client.query<{
        rights: Record<string, boolean>;
        isAdministrator: boolean;
      }>('session.configuration');
      return [Object.keys(rights).filter((right) => rights[right]), isAdministrator];
    };
    expect(await json('rights set werk frida MAILLIST createMail')).toMatchObject({
      rights: ['createMail', 'mailList'],
    });
    expect(await peer.event()).toMatchObject({
      type: 'session.changed',
      payload: { keys: expect.arrayContaining(['session']) },
    });
    expect(await rights()).toEqual([['createMail', 'mailList'], false]);
    await json('rights grant werk frida taskList --administrator');
    expect(await rights()).toEqual([['createMail', 'mailList', 'taskList'], true]);
    await json('rights revoke werk frida createMail mailList --no-administrator');
    expect(await rights()).toEqual([['taskList'], false]);
    await json('rights revoke werk frida --all');
    expect(await rights()).toEqual([[], false]);
    await json('rights grant werk frida --administrator');
    expect(await rights()).toEqual([[], true]);
    expect((await kontor('rights show werk frida')).out).toMatch(
      /^Person +frida\nAdministrator +yes\nUnlocked +yes\n\nRight +Held\n/,
    );
  });

  test('who are locked are signed out and cannot sign in until they are unlocked', async () => {
    await server.person(fixture.work, 'gerd');
    const client = await server.client(fixture.work, 'gerd');
    expect((await kontor('lock werk gerd')).out).toBe('gerd is locked, and all their sessions have ended.\n');
    expect((await client.tryQuery('session.user')).status).toBe(401);
    await expect(server.client(fixture.work, 'gerd')).rejects.toThrow('USER_NOT_UNLOCKED');
    await kontor('unlock werk gerd');
    await server.client(fixture.work, 'gerd');
    expect((await client.tryQuery('session.user')).status).toBe(401);
  });

  test('get another password, which ends all their sessions and nobody else’s', async () => {
    await server.person(fixture.work, 'hans');
    const [one, two, other] = [
      await server.client(fixture.work, 'hans'),
      await server.client(fixture.work, 'hans'),
      await server.client(fixture.work, 'anna'),
    ];
    const { password } = await json<{ password: string }>('password werk hans');
    expect([await one.tryQuery('session.user'), await two.tryQuery('session.user')].map((it) => it.status)).toEqual([
      401, 401,
    ]);
    expect((await other.tryQuery('session.user')).status).toBe(200);
    await expect(server.client(fixture.work, 'hans')).rejects.toThrow('LOGIN_FAILED');
    await new TestClient(server.base, 'werk').signIn('hans', password);
    const typed = await kontor('password werk hans --password-file -', { isTerminal: true, answer: TEST_PASSWORD });
    expect(typed.out).not.toContain(TEST_PASSWORD);
    await server.client(fixture.work, 'hans');
  });
});

test('status tells how things are', async () => {
  const status = await json<Record<string, unknown>>('status');
  expect(status).toMatchObject({
    server: { answers: true, port: server.app.port },
    database: { kind: 'external', version: expect.stringMatching(/^\d+\.\d+/), migrations: expect.any(Number) },
    instances: 1,
    people: expect.any(Number),
    items: expect.any(Number),
    jobs: { open: expect.any(Number), failed: 0 },
  });
});

test('a link to a new password is printed, works once, and easy passwords are refused', async () => {
  await json('person add werk rosa');
  const { link } = await json<{ link: string }>('person reset-link werk rosa');
  const token = /\/login#link=(\S+)$/.exec(link)?.[1] ?? '';
  const use = (password: string) =>
    new TestClient(server.base, 'werk').send<{ code?: string }>('/auth/link/use', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, password }),
    });
  expect((await use('rosa-xq7-pl4m')).body.code).toBe('PASSWORD_TOO_EASY');
  expect((await use('quite another one')).status).toBe(200);
  expect((await use('quite another one')).body.code).toBe('LINK_INVALID');
  await new TestClient(server.base, 'werk').signIn('rosa', 'quite another one');
  const easy = await kontor('password werk rosa --password-file -', { input: 'Passwort2024!' });
  expect([easy.code, easy.err]).toEqual([1, expect.stringContaining('one that is tried early')]);
});

test('settings hide secrets, and the documentation has them as they are', async () => {
  const { out } = await kontor('settings', { env: { ...fixture.env, KONTOR_DEMO_PASSWORD: 'nobody may see' } });
  expect(out).toMatch(/^KONTOR_DEMO_PASSWORD +\(set\) /m);
  expect(out).not.toMatch(/nobody may see|postgres:\/\/kontor/);
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'run-it-for-real.md'), 'utf8');
  expect(page).toContain(settingsMarkdown());
});

describe('as a process', () => {
  test('it prints JSON alone, ends by itself, and takes a password from standard input', async () => {
    const add = new Program([...CLI, 'person', 'add', 'werk', 'karl', '--password-file', '-', '--json'], {
      env: fixture.env,
      input: `${TEST_PASSWORD}\n`,
    });
    expect(await add.ends()).toBe(0);
    expect([JSON.parse(add.out), add.err]).toEqual([expect.objectContaining({ userName: 'karl' }), '']);
    await server.client(fixture.work, 'karl');
  });

  test('without the server it starts the embedded database for the time of its work, for a new folder too', async () => {
    const own = { KONTOR_DATA: join(fixture.folder, 'fresh') };
    const create = new Program([...CLI, 'instance', 'create', 'neu'], { env: own });
    expect([await create.ends(), create.err]).toEqual([0, '']);
    const list = new Program([...CLI, 'instance', 'list', '--json'], { env: own });
    expect([await list.ends(), list.err]).toEqual([0, '']);
    expect(JSON.parse(list.out)).toMatchObject([{ name: 'neu', people: 0 }]);
  });

  test('it asks nobody where there is no terminal', async () => {
    const remove = new Program([...CLI, 'instance', 'remove', 'werk'], { env: fixture.env });
    expect([await remove.ends(), remove.err]).toEqual([
      1,
      'This cannot be undone: without a terminal it needs --yes.\n',
    ]);
  });
});
