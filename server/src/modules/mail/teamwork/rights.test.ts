import type { AuditEntry } from '@kontor/contract/account';
import type { ListEntry } from '@kontor/contract/activity';
import type { MailAccount } from '@kontor/contract/mail';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { codeOf, openFixture, type Accounts, type Fixture } from '../writing/testing/fixture.ts';

interface Right {
  readonly subject: 'person' | 'group';
  readonly subjectId: number;
  readonly sends: boolean;
  readonly manages: boolean;
}
interface Rights {
  readonly owner: { readonly userId: number; readonly name: string };
  readonly rights: readonly (Right & { readonly name: string; readonly people: number })[];
  readonly version: number;
}

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());

const person = (name: 'ben' | 'carla' | 'dora' | 'emil', may: Partial<Right> = {}): Right => ({
  subject: 'person',
  subjectId: fixture.ids[name],
  sends: false,
  manages: false,
  ...may,
});
const group = (subjectId: number, may: Partial<Right> = {}): Right => ({
  ...person('ben', may),
  subject: 'group',
  subjectId,
});
const read = (by: TestClient = fixture.anna) =>
  by.query<Rights>('mail.rights', { accountId: fixture.shared.accountId });
const save = async (rights: readonly Right[], by: TestClient = fixture.anna) =>
  by.command<{ version: number }>('mail.saveRights', {
    accountId: fixture.shared.accountId,
    rights,
    aggregateVersion: (await read()).version,
  });
const BEN_AND_CARLA = () => [person('ben', { sends: true }), person('carla', { sends: true })];
const seen = async (by: TestClient): Promise<string[]> =>
  (await by.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' })).map(
    ({ information }) => information,
  );
const waits = (by: TestClient) => expect.poll(() => seen(by));
let fresh = 0;
const arrives = async (): Promise<{ subject: string; mail: string }> => {
  const subject = `Anfrage ${(fresh += 1)}`;
  return { subject, mail: await fixture.arrive({ subject }) };
};
const newGroup = async (...userIds: number[]) =>
  fixture.dora.command<{ groupId: number; aggregateVersion: number; name: string }>('account.createGroup', {
    name: `Gruppe ${(fresh += 1)}`,
    userIds,
  });

beforeEach(async () => {
  await save(BEN_AND_CARLA());
});

describe('the rights of an account', () => {
  test('are read by who manages it: its owner has all without a row', async () => {
    const { groupId, name } = await newGroup(fixture.ids.ben, fixture.ids.emil);
    await save([...BEN_AND_CARLA(), group(groupId, { manages: true })]);
    const { owner, rights } = await read();
    expect(owner).toEqual({ userId: fixture.ids.anna, name: 'anna Berger' });
    expect(rights).toEqual([
      { ...person('ben', { sends: true }), name: 'ben Berger', people: 1 },
      { ...person('carla', { sends: true }), name: 'carla Berger', people: 1 },
      { ...group(groupId, { manages: true }), name, people: 2 },
    ]);
    // By the group.
    expect((await read(fixture.ben)).owner.name).toBe('anna Berger');
    await save([...BEN_AND_CARLA()]);
    expect(await codeOf(fixture.ben.tryQuery('mail.rights', { accountId: fixture.shared.accountId }))).toBe(
      '403 RIGHT_MISSING',
    );
    expect(await codeOf(fixture.emil.tryQuery('mail.rights', { accountId: fixture.shared.accountId }))).toBe(
      '404 NOT_FOUND',
    );
  });

  test('are saved by who manages it or administrates, whoever edits them from what they are', async () => {
    const { version } = await read();
    const params = { accountId: fixture.shared.accountId, rights: [], aggregateVersion: version };
    expect(await codeOf(fixture.ben.tryCommand('mail.saveRights', params))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(fixture.emil.tryCommand('mail.saveRights', params))).toBe('404 NOT_FOUND');
    const old = await fixture.dora.tryCommand('mail.saveRights', { ...params, aggregateVersion: version - 1 });
    expect(old.status).toBe(409);
    expect(old.body).toMatchObject({ code: 'VERSION_CONFLICT', data: { version, rights: [{}, {}] } });
    expect(await save([person('ben', { sends: true, manages: true })], fixture.dora)).toEqual({ version: version + 1 });
    expect(await save(BEN_AND_CARLA(), fixture.ben)).toEqual({ version: version + 2 });
    // Who administrates sees no mails by it.
    await arrives();
    expect(await seen(fixture.dora)).toEqual([]);
  });

  test('name nobody twice, not the owner, and nobody who is not there', async () => {
    const owner = { ...person('ben'), subjectId: fixture.ids.anna };
    await save([owner, person('ben'), person('ben', { sends: true })]);
    expect((await read()).rights).toEqual([{ ...person('ben', { sends: true }), name: 'ben Berger', people: 1 }]);
    const { version } = await read();
    for (const one of [group(4711), { ...person('ben'), subjectId: 4711 }]) {
      const params = { accountId: fixture.shared.accountId, rights: [one], aggregateVersion: version };
      expect(await codeOf(fixture.anna.tryCommand('mail.saveRights', params))).toBe('404 NOT_FOUND');
    }
    expect((await read()).version).toBe(version);
  });

  test('are written down with who gained and who lost what', async () => {
    await save([person('ben', { sends: true, manages: true })]);
    const { entries } = await fixture.dora.query<{ entries: AuditEntry[] }>('account.auditLog', {
      kinds: ['mailbox.changed'],
    });
    expect(entries[0]).toMatchObject({
      subject: 'info@nordwerk.example',
      details: {
        change: 'changed',
        sees: '',
        sends: 'ben Berger',
        manages: 'ben Berger',
        taken: 'carla Berger',
        left: String(fixture.ids.carla),
      },
    });
  });
});

describe('who may see', () => {
  test('is taken out of lists, details, search and sockets at once', async () => {
    const { subject, mail } = await arrives();
    expect(await seen(fixture.ben)).toContain(subject);
    const peer = await StompPeer.as(fixture.ben, [`/topic/user.${fixture.ids.ben}`]);
    await save([person('carla', { sends: true })]);
    expect(await seen(fixture.ben)).not.toContain(subject);
    expect(await codeOf(fixture.ben.tryQuery('mail.details', { aggregateId: mail }))).toBe('404 NOT_FOUND');
    const { boxes } = await fixture.ben.query<{ boxes: { name: string }[] }>('mail.boxes');
    expect(boxes).toEqual([]);
    const found = await fixture.ben.query<ListEntry[]>(
      'filter.items',
      { view: 'all', searchTerm: subject },
      { format: 'json' },
    );
    expect(found).toEqual([]);
    expect((await fixture.ben.query<Accounts>('mail.accounts')).sendingAccounts).toEqual([]);
    const types = new Set<string>();
    while (!types.has('activity.removed') || !types.has('session.changed')) types.add((await peer.event()).type);
    // What comes from now on is not heard any more, either.
    await arrives();
    peer.close();
    expect(await seen(fixture.ben)).toEqual([]);
    await save(BEN_AND_CARLA());
    await waits(fixture.ben).toContain(subject);
  });

  test('is a group: who joins sees what is there, who leaves it sees nothing at once', async () => {
    const { subject } = await arrives();
    const made = await newGroup();
    await save([...BEN_AND_CARLA(), group(made.groupId)]);
    expect(await seen(fixture.emil)).not.toContain(subject);
    const change = async (userIds: number[], before: { aggregateVersion: number }) =>
      fixture.dora.command<typeof made>('account.changeGroup', { ...made, ...before, userIds });
    const joined = await change([fixture.ids.emil], made);
    await waits(fixture.emil).toContain(subject);
    const { subject: later } = await arrives();
    expect(await seen(fixture.emil)).toContain(later);
    const left = await change([], joined);
    expect(await seen(fixture.emil)).not.toContain(subject);
    await change([fixture.ids.emil], left);
    await waits(fixture.emil).toContain(later);
    await fixture.dora.command('account.deleteGroup', { groupId: made.groupId });
    expect(await seen(fixture.emil)).not.toContain(later);
    await fixture.dora.command('account.restoreGroup', { groupId: made.groupId });
    await waits(fixture.emil).toContain(later);
    await save(BEN_AND_CARLA());
    expect(await seen(fixture.emil)).not.toContain(later);
  });

  test('keeps it through a person or another group when one way ends', async () => {
    const { subject } = await arrives();
    const made = await newGroup(fixture.ids.ben);
    await save([...BEN_AND_CARLA(), group(made.groupId)]);
    await fixture.dora.command('account.deleteGroup', { groupId: made.groupId });
    expect(await seen(fixture.ben)).toContain(subject);
  });
});

describe('who may not send', () => {
  beforeEach(async () => {
    await save([person('ben'), person('carla')]);
  });

  test('writes as none of its addresses, and sees that', async () => {
    const [account] = (await fixture.ben.query<Accounts>('mail.accounts')).sendingAccounts;
    expect(account).toMatchObject({ email: 'info@nordwerk.example', canSend: false, manages: false });
    const params = { senderAccountId: account?.id, receiversTo: [{ receiver: 'paul@werft.example' }], content: 'x' };
    expect(await codeOf(fixture.ben.tryCommand('mail.send', params))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(fixture.ben.tryCommand('mail.saveDraft', params))).toBe('403 RIGHT_MISSING');
  });

  test.each(['activity.delete', 'activity.spam', 'activity.restore'])(
    'cannot do %s, and can set states',
    async (name) => {
      const { mail, subject } = await arrives();
      if (name === 'activity.restore') await fixture.anna.command('activity.delete', { aggregateIds: [mail] });
      expect(await codeOf(fixture.ben.tryCommand(name, { aggregateIds: [mail] }))).toBe('404 NOT_FOUND');
      if (name !== 'activity.restore') {
        await fixture.ben.command('activity.setState', { aggregateIds: [mail], state: 'ready' });
        expect(await seen(fixture.ben)).toContain(subject);
      }
      await save([person('ben', { sends: true }), person('carla')]);
      await fixture.ben.command(name, { aggregateIds: [mail] });
    },
  );

  test('of many, those that may not be deleted are said to be missing', async () => {
    await fixture.emil.command('mail.updateAccount', {
      accountId: fixture.own.accountId,
      name: 'emil',
      email: 'emil@nordwerk.example',
      host: '127.0.0.1',
      port: 1,
      security: 'none',
      userName: 'emil',
      password: 'geheim',
      memberIds: [fixture.ids.ben],
    });
    const { mail } = await arrives();
    const own = await fixture.arrive({ subject: 'von Emil' }, fixture.own.boxId);
    const answer = await fixture.ben.command<{ aggregateIds: string[]; missing: string[] }>('activity.delete', {
      aggregateIds: [mail, own],
    });
    expect(answer).toEqual({ aggregateIds: [own], missing: [mail] });
  });

  test('and manages it may delete and give rights, and still not send', async () => {
    await save([person('ben', { manages: true })]);
    const { mail } = await arrives();
    await fixture.ben.command('activity.delete', { aggregateIds: [mail] });
    expect((await read(fixture.ben)).rights).toHaveLength(1);
    expect((await fixture.ben.query<Accounts>('mail.accounts')).sendingAccounts[0]).toMatchObject({
      canSend: false,
      manages: true,
    });
  });
});

test('the form that knows members alone takes no rights from those who stay, nor from groups', async () => {
  const made = await newGroup(fixture.ids.emil);
  await save([person('ben', { manages: true }), person('carla'), group(made.groupId)]);
  const [account] = (await fixture.anna.query<MailAccount[]>('mail.accountSettings')).filter(
    ({ id }) => id === fixture.shared.accountId,
  );
  expect(new Set(account?.memberIds)).toEqual(
    new Set([fixture.ids.anna, fixture.ids.ben, fixture.ids.carla, fixture.ids.emil]),
  );
  await fixture.anna.command('mail.updateAccount', {
    accountId: fixture.shared.accountId,
    name: 'info',
    email: 'info@nordwerk.example',
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    userName: 'info',
    password: 'geheim',
    memberIds: [fixture.ids.ben, fixture.ids.dora, fixture.ids.emil],
  });
  expect((await read()).rights.map(({ name: _name, people: _people, ...right }) => right)).toEqual([
    person('ben', { manages: true }),
    person('dora', { sends: true }),
    group(made.groupId),
  ]);
});
