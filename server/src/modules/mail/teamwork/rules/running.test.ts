import type { ItemChangeEntry } from '@kontor/contract/activity';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ChangeContext } from '../../../../platform/operation/context.ts';
import { checkSoon } from '../../checks/checking.ts';
import type { OutgoingFields } from '../../sending/tables.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { StompPeer } from '../../../../testing/stomp.ts';
import {
  address,
  anna,
  ben,
  carla,
  dora,
  count,
  deliver,
  arrive,
  ids,
  info,
  instance,
  log,
  logged,
  mailNamed,
  make,
  outcomes,
  peer,
  ruleOf,
  server,
  service,
  standing,
  word,
  useRuleFixture,
  type LogLine,
} from './testing/rule-fixture.ts';

useRuleFixture();

/** Of another instance. */
let emil: TestClient;
beforeAll(async () => {
  const other = await server.instance('suedwerk');
  await server.person(other, 'emil', { isAdministrator: true });
  emil = await server.client(other, 'emil');
});

describe('what a rule does', () => {
  test.each([
    ['state', { kind: 'state', state: 'ready' }, { anna: '3', ben: '3' }],
    ['archive', { kind: 'archive' }, { anna: '1 archived', ben: '1 archived' }],
    ['trash', { kind: 'trash' }, { anna: '1 trashed', ben: '1 trashed' }],
    ['spam', { kind: 'spam' }, { anna: '1 trashed spam', ben: '1 trashed spam' }],
  ] as const)('%s', async (_kind, action, expected) => {
    const { ruleId } = await make([action]);
    expect(await standing(await arrive())).toEqual(expected);
    expect(await outcomes(ruleId)).toEqual([`${action.kind} done`]);
  });

  test('box: the people of another one see it in place of those of this one', async () => {
    const { ruleId } = await make([{ kind: 'box', accountId: service.accountId }]);
    expect(await standing(await arrive())).toEqual({ anna: '1', carla: '1' });
    expect(await outcomes(ruleId)).toEqual(['box done']);
    expect(await mailNamed(ben, word())).toBeUndefined();
    expect(await mailNamed(carla, word())).toBeDefined();
  });

  test('copy: it lies in another mailbox, too, and is to be put there', async () => {
    const { ruleId } = await make([{ kind: 'copy', accountId: service.accountId }]);
    const mailId = await arrive();
    expect(Object.keys(await standing(mailId))).toEqual(['anna', 'ben', 'carla']);
    const { rows } = await sql<{ account_id: number; role: string }>`
      select account_id, role from mail_append where mail_id = ${mailId}`.execute(server.platform.database.owner);
    expect(rows).toEqual([{ account_id: service.accountId, role: 'inbox' }]);
    expect(await outcomes(ruleId)).toEqual(['copy done']);
  });

  test('claim: somebody takes care of it', async () => {
    await make([{ kind: 'claim', userId: ids['ben'] ?? 0 }]);
    const mailId = await arrive();
    expect((await standing(mailId))['ben']).toBe('2');
    const mail = await mailNamed(anna, word());
    expect(mail?.extras).toMatchObject({ claimedById: ids['ben'] });
    const [change] = await anna.query<ItemChangeEntry[]>('activity.history', { aggregateId: mail?.aggregateId });
    // Nobody did it.
    expect(change).toMatchObject({ name: '', differences: [{ field: 'claim', before: null }] });
    expect(change?.differences[0]?.after).toContain('ben');
  });

  test('tell: somebody who does not see it does, as New', async () => {
    await make([
      { kind: 'state', state: 'ready' },
      { kind: 'tell', userIds: [ids['dora'] ?? 0, ids['ben'] ?? 0] },
    ]);
    const mailId = await arrive();
    expect((await standing(mailId))['dora']).toBe('1');
    expect((await standing(mailId))['ben']).toBe('1');
    expect(await mailNamed(dora, word())).toBeDefined();
  });

  test('tell: open pages of whom it is put before hear of it at once', async () => {
    const peer = await StompPeer.as(dora, [`/topic/user.${ids['dora']}`]);
    const { ruleId } = await make([{ kind: 'tell', userIds: [ids['dora'] ?? 0] }]);
    const mailId = await arrive();
    await logged(ruleId).toEqual(['tell done']);
    const keys = expect.arrayContaining(['list:email', `email:${mailId}`]);
    expect(await peer.event()).toMatchObject({ type: 'activity.added', payload: { keys } });
    peer.close();
  });

  test('tell: also who it was put off for just before', async () => {
    await make([
      { kind: 'snooze', hours: 2 },
      { kind: 'tell', userIds: [ids['ben'] ?? 0] },
    ]);
    await arrive();
    const openFor = async (by: TestClient) =>
      (await by.query<{ information: string }[]>('mail.items', { view: 'open' })).map(({ information }) => information);
    expect(await openFor(ben)).toContain(word());
    expect(await openFor(anna)).not.toContain(word());
  });

  test('tell: that one of several has left, or reads no mails, keeps it from none of the others', async () => {
    const all = [await server.person(instance, `frieda${count}`), await server.person(instance, `gerd${count}`)];
    const { ruleId } = await make([{ kind: 'tell', userIds: [...all, ids['dora'] ?? 0] }]);
    const { owner } = server.platform.database;
    await sql`update app_user set is_active = false where user_id = ${all[0]}`.execute(owner);
    await sql`update app_user set rights = 0 where user_id = ${all[1]}`.execute(owner);
    const mailId = await arrive();
    await logged(ruleId).toEqual(['tell done']);
    const { rows } = await sql<{ user_id: number }>`
      select user_id from activity_user where instance_id = ${instance.id} and activity_id = ${mailId}`.execute(owner);
    const seeing = rows.map((row) => row.user_id);
    expect(all.map((id) => seeing.includes(id))).toEqual([false, false]);
    expect((await standing(mailId))['dora']).toBe('1');
    await sql`update app_user set is_active = false where user_id = ${ids['dora']}`.execute(owner);
    await arrive({ subject: `${word()} noch einmal` });
    await sql`update app_user set is_active = true where user_id = ${ids['dora']}`.execute(owner);
    await logged(ruleId).toEqual(['tell skipped GONE', 'tell done']);
  });

  test('snooze: it is out of the way of all who see it, for as long', async () => {
    const { ruleId } = await make([
      { kind: 'snooze', hours: 2 },
      { kind: 'state', state: 'seen' },
    ]);
    const mailId = await arrive();
    expect(await outcomes(ruleId)).toEqual(['snooze done', 'state done']);
    for (const person of [anna, ben]) {
      const { snoozedUntil } = (await mailNamed(person, word()))?.extras ?? {};
      expect(Number(snoozedUntil) - Date.now() / 1000).toBeGreaterThan(7000);
      const open = await person.query<{ information: string }[]>('mail.items', { view: 'open' });
      expect(open.map(({ information }) => information)).not.toContain(word());
    }
    expect(await standing(mailId)).toEqual({ anna: '2', ben: '2' });
  });

  test('snooze of a person: out of theirs alone', async () => {
    const { ruleId } = await make([{ kind: 'snooze', hours: 2 }], { accountId: null });
    await arrive();
    await expect.poll(async () => (await log(anna, { accountId: null, ruleId }))[0]?.actions[0]?.outcome).toBe('done');
    expect((await mailNamed(anna, word()))?.extras['snoozedUntil']).not.toBeNull();
    expect((await mailNamed(ben, word()))?.extras['snoozedUntil']).toBeNull();
  });

  test('answer: by a template, marked as automatic, once in four days to an address', async () => {
    const { templateId } = await anna.command<{ templateId: number }>('mail.saveTemplate', {
      templateName: 'Eingang',
      subject: 'Ihre Anfrage',
      content: '<p>Guten Tag <span data-kontor-field="receiver.name"></span></p>',
    });
    const { ruleId } = await make([{ kind: 'answer', templateId }]);
    const from = `Paul Neumann <p${count}@werft.example>`;
    const mailId = await arrive({ from, messageId: `m${count}@werft.example` });
    await expect.poll(() => peer.taken.length).toBe(1);
    const [sent] = peer.taken;
    expect([sent?.from, sent?.to]).toEqual(['info@nordwerk.example', [`p${count}@werft.example`]]);
    expect(sent?.raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(sent?.raw).toMatch(/^X-Auto-Response-Suppress: All\r$/m);
    expect(sent?.raw).toMatch(new RegExp(`^In-Reply-To: <m${count}@werft\\.example>\r$`, 'm'));
    expect(sent?.raw).toMatch(/^Subject: Ihre Anfrage\r$/m);
    expect(sent?.raw).toContain('Guten Tag Paul Neumann');
    // Nobody has answered it yet.
    expect((await mailNamed(anna, word()))?.extras['answered']).not.toBe(true);
    expect((await standing(mailId))['anna']).toBe('1');
    await arrive({ from, subject: `${word()} noch einmal` });
    await logged(ruleId).toEqual(['answer skipped ANSWERED_ALREADY', 'answer done']);
    await sql`update mail_auto_answer set at = at - interval '4 days 1 minute'`.execute(server.platform.database.owner);
    await arrive({ from, subject: `${word()} danach` });
    await logged(ruleId).toEqual(['answer done', 'answer skipped ANSWERED_ALREADY', 'answer done']);
    await expect.poll(() => peer.taken.length).toBe(2);
  });

  test('forward: with its files, or as a file', async () => {
    await make([
      { kind: 'forward', to: ['chef@nordwerk.example'], asAttachment: false },
      { kind: 'forward', to: ['archiv@werft.example'], asAttachment: true },
    ]);
    await arrive({ html: '<p>Der Kran steht</p>', files: { 'plan.pdf': Buffer.from('%PDF-1.4 plan') } });
    await expect.poll(() => peer.taken.length).toBe(2);
    const rawTo = (receiver: string) => peer.taken.find(({ to }) => to.includes(receiver))?.raw ?? '';
    expect(rawTo('chef@nordwerk.example')).toMatch(/Der Kran steht[\s\S]*plan\.pdf/);
    expect(rawTo('chef@nordwerk.example')).toMatch(new RegExp(`^Subject: WG: ${word()}\r$`, 'm'));
    expect(rawTo('archiv@werft.example')).toMatch(/message\/rfc822/);
    for (const { raw } of peer.taken) expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  });

  test('answer: who has no name is called by the address', async () => {
    const { templateId } = await anna.command<{ templateId: number }>('mail.saveTemplate', {
      templateName: 'Ohne Namen',
      content: '<p>Guten Tag <span data-kontor-field="receiver.name"></span></p>',
    });
    await make([{ kind: 'answer', templateId }]);
    await arrive({ from: `p${count}@werft.example` });
    await expect.poll(() => peer.taken.at(-1)?.raw).toContain(`Guten Tag p${count}@werft.example`);
  });

  test.each([
    ['with its files', false, 'plan.pdf'],
    ['as a file', true, 'mail.eml'],
  ])('forward: called back it could be a draft %s', async (_how, asAttachment, filename) => {
    await make([{ kind: 'forward', to: ['chef@nordwerk.example'], asAttachment }]);
    const mailId = await arrive({ html: '<p>Der Kran steht</p>', files: { 'plan.pdf': Buffer.from('%PDF-1.4 plan') } });
    const kept = async () => {
      const { rows } = await sql<{ fields: OutgoingFields }>`
        select fields from mail_outgoing where instance_id = ${instance.id} and fields->'written'->>'subject' = ${`WG: ${word()}`}`.execute(
        server.platform.database.owner,
      );
      return rows[0]?.fields;
    };
    await expect.poll(kept).toMatchObject({
      files: [{ filename, source: 'mail', fromMailId: mailId }],
      written: { replyOrForwardType: 'forward', replyOrForwardMailAggregateId: { entryId: mailId } },
    });
    await expect.poll(() => peer.taken.length).toBe(1);
  });
});

describe('rules that wait for what name servers say of a mail', () => {
  const runsIn = (mailId: number, afterMs: number) => async (ctx: ChangeContext) => {
    const { accountId } = info;
    const key = `mail.runRules:${instance.id}:${mailId}:${accountId}`;
    await ctx.enqueue('mail.runRules', { mailId, accountId, since: ctx.now() }, { key, afterMs });
  };

  test('act as soon as that is known, and not when they would have looked again', async () => {
    const mailId = await arrive();
    const { ruleId } = await make([{ kind: 'archive' }]);
    await server.change(instance, async (ctx) => {
      await runsIn(mailId, 3_600_000)(ctx);
      await checkSoon(ctx, [mailId]);
    });
    await logged(ruleId).toEqual(['archive done']);
  });

  test('look only while nobody is about to store it', async () => {
    const mailId = await arrive();
    const { ruleId } = await make([{ kind: 'archive' }]);
    const { owner } = server.platform.database;
    await owner.transaction().execute(async (db) => {
      await sql`select from activity where activity_id = ${mailId} for no key update`.execute(db);
      await server.change(instance, async (ctx) => {
        // Not due before tomorrow: nobody but this transaction settles it.
        await sql`insert into mail_check (instance_id, mail_id, due) values (${instance.id}, ${mailId}, now() + interval '1 day')`.execute(
          ctx.db,
        );
        await runsIn(mailId, 0)(ctx);
      });
      const held = () =>
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          .execute(owner)
          .then(({ rows }) => rows.length);
      await expect.poll(held).toBe(1);
      await sql`delete from mail_check where mail_id = ${mailId}`.execute(db);
    });
    await logged(ruleId).toEqual(['archive done']);
  });
});

describe('nothing is sent by itself', () => {
  test.each([
    ['to an automatic mail', { headers: 'Auto-Submitted: auto-replied' }, 'AUTOMATIC'],
    ['to a list', { headers: 'List-Id: <kran.werft.example>' }, 'BULK'],
    ['to many at once', { headers: 'Precedence: bulk' }, 'BULK'],
    ['to who wants none', { from: 'no-reply@werft.example' }, 'NO_REPLY'],
    ['to oneself', { from: 'info@nordwerk.example' }, 'OWN'],
    ['to who suppresses it', { headers: 'X-Auto-Response-Suppress: OOF' }, 'SUPPRESSED'],
    ['to who pretends', { from: '"info@bank.example" <x@boese.example>' }, 'WARNED'],
    [
      'to what goes in circles',
      { headers: Array.from({ length: 21 }, () => 'Received: from a by b').join('\n') },
      'HOPS',
    ],
  ] as const)('%s', async (_what, seed, why) => {
    const { ruleId } = await make([{ kind: 'forward', to: ['chef@werft.example'], asAttachment: false }]);
    await arrive(seed);
    await logged(ruleId).toEqual([`forward skipped ${why}`]);
    expect(peer.taken).toEqual([]);
  });

  test('more than a hundred times an hour', async () => {
    const { ruleId } = await make([{ kind: 'forward', to: ['chef@werft.example'], asAttachment: false }]);
    await sql`insert into mail_outgoing (instance_id, sender_id, account_id, user_id, cause, stage, message_id, reference, boundary, dated_at,
        fields, send_at, next_at, created_at, stage_at)
      select ${instance.id}, 1, ${info.accountId}, 1, 'rule', 'accepted', 'm' || n, 'r' || n, 'b', now(), '{}', now(), now(),
        ${new Date(server.platform.now())}, now() from generate_series(1, 100) n`.execute(
      server.platform.database.owner,
    );
    await arrive();
    await logged(ruleId).toEqual(['forward skipped TOO_MANY']);
    await sql`delete from mail_outgoing where message_id ~ '^m'`.execute(server.platform.database.owner);
  });

  test('twice between two that answer each other', async () => {
    const theirs = await address(emil, `post${count}@suedwerk.example`);
    const template = { templateName: 'Danke', subject: `${word()} erhalten`, content: '<p>Danke</p>' };
    const rules: ReturnType<typeof ruleOf>[] = [];
    for (const [by, accountId] of [
      [anna, info.accountId],
      [emil, theirs.accountId],
    ] as const) {
      const { templateId } = await by.command<{ templateId: number }>('mail.saveTemplate', template);
      const rule = ruleOf([{ kind: 'answer', templateId }], { accountId });
      await by.command('mail.saveRule', rule);
      rules.push(rule);
    }
    // Emil writes; Nordwerk answers by itself.
    await arrive({ from: `post${count}@suedwerk.example` });
    await expect.poll(() => peer.taken.length).toBe(1);
    await deliver(peer.taken[0]?.raw ?? '', `post${count}@suedwerk.example`);
    const theirLog = () =>
      emil.query<LogLine[]>('mail.ruleLog', { accountId: theirs.accountId, ruleId: rules[1]?.ruleId });
    await expect
      .poll(async () => (await theirLog())[0]?.actions)
      .toMatchObject([{ kind: 'answer', outcome: 'skipped', why: 'AUTOMATIC' }]);
    expect(peer.taken).toHaveLength(1);
  });
});
