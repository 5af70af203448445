import type { Rule } from '@kontor/contract/mail';
import { parseAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { MailParser } from '../../../../platform/mailparse/index.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { rawMail } from '../../testing/factory.ts';
import { importMail, importTarget } from '../../index.ts';
import { sweepRules } from './running.ts';
import {
  anna,
  ben,
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
  type Action,
  type LogLine,
} from './testing/rule-fixture.ts';

useRuleFixture();

describe('rules', () => {
  test('go in their order, and one that stops is the last', async () => {
    const first = await make([{ kind: 'archive' }], { name: 'eins' });
    const second = await make([{ kind: 'state', state: 'ready' }], { name: 'zwei', stops: true });
    const third = await make([{ kind: 'trash' }], { name: 'drei' });
    await anna.command('mail.orderRules', { accountId: info.accountId, ruleIds: [second.ruleId] });
    const names = async () =>
      (await anna.query<Rule[]>('mail.rules', { accountId: info.accountId })).map(({ name }) => name);
    expect(await names()).toEqual(['zwei', 'eins', 'drei']);
    expect(await standing(await arrive())).toEqual({ anna: '3', ben: '3' });
    await anna.command('mail.orderRules', {
      accountId: info.accountId,
      ruleIds: [first.ruleId, third.ruleId, second.ruleId],
    });
    expect(await standing(await arrive({ subject: `${word()} b` }))).toEqual({
      anna: '1 archived trashed',
      ben: '1 archived trashed',
    });
    expect((await log()).slice(0, 3).map(({ name }) => name)).toEqual(['eins', 'drei', 'zwei']);
  });

  test('of a person are for what they see, after those of the account', async () => {
    await ben.command('mail.saveRule', ruleOf([{ kind: 'state', state: 'ready' }], { accountId: null }));
    expect(await standing(await arrive())).toEqual({ anna: '3', ben: '3' });
    const own = await ben.query<LogLine[]>('mail.ruleLog', { accountId: null });
    expect(own).toMatchObject([{ subject: word(), actions: [{ kind: 'state', outcome: 'done' }] }]);
    expect(await anna.query<LogLine[]>('mail.ruleLog', { accountId: null })).toEqual([]);
    expect(await log(anna)).not.toContainEqual(expect.objectContaining({ subject: word() }));
  });

  test('that are off do nothing, and neither do those that are deleted', async () => {
    const rule = await make([{ kind: 'archive' }], { isOn: false });
    expect(await standing(await arrive())).toEqual({ anna: '1', ben: '1' });
    await anna.command('mail.saveRule', { ...rule, isOn: true, aggregateVersion: 1 });
    await anna.command('mail.deleteRule', { ruleId: rule.ruleId });
    expect(await standing(await arrive({ subject: `${word()} b` }))).toEqual({ anna: '1', ben: '1' });
  });

  test('act once on a mail, and not on what is imported, delivered again, or sent', async () => {
    const { ruleId } = await make([{ kind: 'archive' }]);
    const raw = rawMail({ subject: word(), messageId: `einmal${count}@werft.example` });
    await deliver(raw);
    await logged(ruleId).toEqual(['archive done']);
    await deliver(raw);
    const parser = new MailParser({ processes: 1 });
    const parts = { platform: server.platform, change: server.change, parser };
    const target = await importTarget(parts, instance, info.boxId);
    if (target === undefined) throw new Error('No mailbox');
    const imported = { raw: Buffer.from(rawMail({ subject: `${word()} alt` })), status: 1 as const };
    const { mailId } = await importMail(parts, instance, target, imported);
    await parser.close();
    expect(await standing(mailId)).toEqual({ anna: '1', ben: '1' });
    await anna.command('mail.send', {
      subject: `${word()} raus`,
      receiversTo: [{ receiver: 'p@werft.example' }],
      content: 'x',
      undoSeconds: 0,
    });
    await expect.poll(() => peer.taken.length).toBe(1);
    expect(await outcomes(ruleId)).toEqual(['archive done']);
  });

  test('whose target is gone, or not theirs any more, are marked, skipped and go on', async () => {
    const { ruleId } = await make([{ kind: 'claim', userId: ids['ben'] ?? 0 }, { kind: 'archive' }]);
    const { version } = await anna.query<{ version: number }>('mail.rights', { accountId: info.accountId });
    const save = (sends: boolean, aggregateVersion: number) =>
      anna.command('mail.saveRights', {
        accountId: info.accountId,
        rights: [{ subject: 'person', subjectId: ids['ben'], sends, manages: false }],
        aggregateVersion,
      });
    await save(false, version);
    const [rule] = await ben.query<Rule[]>('mail.rules', { accountId: info.accountId });
    expect(rule).toMatchObject({ broken: [0], changeable: false, ownerName: 'anna Test' });
    await arrive();
    expect(await outcomes(ruleId)).toEqual(['claim skipped RIGHT_MISSING', 'archive done']);
    // It can be switched off as it is.
    await anna.command('mail.saveRule', { ...ruleOf([]), ...fieldsOf(rule), isOn: false, aggregateVersion: 1 });
    await save(true, version + 1);
  });
});

const fieldsOf = (rule: Rule | undefined) => {
  const {
    place: _place,
    version: _version,
    ownerName: _owner,
    changeable: _changeable,
    broken: _broken,
    ...fields
  } = rule ?? ({} as Rule);
  return fields;
};

describe('saving a rule', () => {
  const refused = async (rule: object, by: TestClient = anna) => {
    const { status, body } = await by.tryCommand('mail.saveRule', rule);
    return [
      status,
      (body as { code?: string }).code,
      (body as { errors?: { path: string }[] }).errors?.map(({ path }) => path),
    ];
  };

  test.each([
    ['record', [{ kind: 'record', idoId: 1, idoInstanceId: 1 }], ['actions.0']],
    ['an account that is not there', [{ kind: 'archive' }, { kind: 'copy', accountId: 4711 }], ['actions.1']],
    ['a person who is not there', [{ kind: 'claim', userId: 4711 }], ['actions.0']],
    ['people who are not there', [{ kind: 'tell', userIds: [4711] }], ['actions.0']],
    ['a template that is not there', [{ kind: 'answer', templateId: 4711 }], ['actions.0']],
    ['an address that is none', [{ kind: 'forward', to: ['paul'], asAttachment: false }], ['actions.0']],
  ])('with %s is refused', async (_what, actions, paths) => {
    expect(await refused(ruleOf(actions as Action[]))).toEqual([422, 'RULE_INVALID', paths]);
  });

  test('that can never be true is refused', async () => {
    const conditions = [{ field: 'header', is: 'contains', values: ['x'], header: '' }];
    expect(await refused(ruleOf([{ kind: 'archive' }], { conditions }))).toEqual([
      422,
      'RULE_INVALID',
      ['conditions.0'],
    ]);
  });

  test('of an account takes who manages it; one of one’s own may not take mails from others', async () => {
    expect((await refused(ruleOf([{ kind: 'archive' }]), ben))[1]).toBe('RIGHT_MISSING');
    expect((await refused(ruleOf([{ kind: 'archive' }]), dora))[1]).toBe('NOT_FOUND');
    const box = { kind: 'box', accountId: service.accountId } as const;
    expect((await refused(ruleOf([box], { accountId: null })))[1]).toBe('RULE_INVALID');
    const foreign = ruleOf([{ kind: 'copy', accountId: service.accountId }], { accountId: null });
    expect((await refused(foreign, ben))[1]).toBe('RULE_INVALID');
  });

  test('from an older one is refused, and so is one of another', async () => {
    const rule = await make([{ kind: 'archive' }]);
    const edited = { ...rule, name: 'Neu' };
    expect(await anna.command('mail.saveRule', { ...edited, aggregateVersion: 1 })).toEqual({
      ruleId: rule.ruleId,
      version: 2,
    });
    const late = await anna.tryCommand('mail.saveRule', { ...rule, aggregateVersion: 1 });
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'VERSION_CONFLICT', data: { name: 'Neu', version: 2 } },
    ]);
    expect((await refused({ ...rule, accountId: null }))[1]).toBe('NOT_FOUND');
    expect((await refused({ ...rule, accountId: null }, ben))[1]).toBe('NOT_FOUND');
    expect((await anna.tryCommand('mail.orderRules', { accountId: null, ruleIds: [rule.ruleId] })).status).toBe(404);
  });

  test('more than two hundred are too many', async () => {
    await sql`insert into mail_rule (instance_id, rule_id, account_id, owner_id, name, place, is_on, conditions, actions, stops)
      select ${instance.id}, gen_random_uuid(), ${info.accountId}, 1, 'x', n, false, '{"match":"all","conditions":[]}', '[]', false
      from generate_series(1, 200) n`.execute(server.platform.database.owner);
    expect((await refused(ruleOf([{ kind: 'archive' }])))[1]).toBe('RULE_TOO_MANY');
  });
});

test('a rule is tried on the mails that are there, and changes nothing', async () => {
  const mailId = await arrive({ text: 'Der Kran steht' });
  const tried = await anna.query<{ aggregateId: string; subject: string; fires: boolean; because: number[] }[]>(
    'mail.tryRule',
    {
      accountId: info.accountId,
      match: 'any',
      conditions: [
        { field: 'body', is: 'contains', values: ['kran steht'] },
        { field: 'header', is: 'contains', values: ['nichts'], header: 'X-Nichts' },
        { field: 'subject', is: 'equals', values: [word()] },
      ],
    },
  );
  expect(tried[0]).toMatchObject({ subject: word(), fires: true, because: [0, 2] });
  expect(tried.slice(1).some(({ subject }) => subject === word())).toBe(false);
  expect(await standing(mailId)).toEqual({ anna: '1', ben: '1' });
});

test('a rule is applied to mails that are there, where it is true, and sends nothing', async () => {
  const [mailId, otherId] = [await arrive(), await arrive({ subject: `Anders${count}` })];
  const { ruleId } = await make([
    { kind: 'archive' },
    { kind: 'forward', to: ['x@werft.example'], asAttachment: false },
  ]);
  const entries = [await mailNamed(anna, word()), await mailNamed(anna, `Anders${count}`)];
  const aggregateIds = entries.map((entry) => entry?.aggregateId ?? '');
  expect(aggregateIds.map((id) => parseAggregateId(id)?.entryId)).toEqual([mailId, otherId]);
  expect(await anna.command('mail.applyRule', { ruleId, aggregateIds })).toEqual({ count: 1 });
  expect(await standing(mailId)).toEqual({ anna: '1 archived', ben: '1 archived' });
  expect(await standing(otherId)).toEqual({ anna: '1', ben: '1' });
  expect(await outcomes(ruleId)).toEqual(['archive done', 'forward skipped NOT_AFTERWARDS']);
  expect((await dora.tryCommand('mail.applyRule', { ruleId, aggregateIds })).status).toBe(404);
});

test('what rules did is paged, shown to who manages the account, and forgotten after ninety days', async () => {
  const { ruleId } = await make([{ kind: 'archive' }]);
  await arrive();
  await arrive({ subject: `${word()} b` });
  const [newest, oldest] = await log(anna, { ruleId });
  expect((await log(anna, { ruleId, before: newest?.at })).map(({ subject }) => subject)).toEqual([oldest?.subject]);
  const before = await ben.tryQuery('mail.ruleLog', { accountId: info.accountId });
  expect([before.status, (before.body as unknown as { code: string }).code]).toEqual([403, 'RIGHT_MISSING']);
  server.advance(91 * 86_400_000);
  await sweepRules({ ...server.platform, directory: { byId: async () => instance, all: async () => [instance] } });
  const again = await server.client(instance, 'anna');
  expect(await log(again)).toEqual([]);
});
