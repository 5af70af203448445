import type { MailDetail } from '@kontor/contract/mail';
import { formatAggregateId } from '@kontor/contract/kernel';
import { beforeAll, expect, test } from 'vitest';
import { seedRecord } from '../../../record/factory.ts';
import type { TestClient } from '../../../../testing/client.ts';
import {
  anna,
  arrive,
  ben,
  dora,
  ids,
  info,
  instance,
  make,
  mailNamed,
  outcomes,
  ruleOf,
  server,
  useRuleFixture,
  word,
} from './testing/rule-fixture.ts';

useRuleFixture();

let werft: { idoId: number; idoInstanceId: number };
let halle: typeof werft;
/** Sees mails and no records. */
let frida: TestClient;
beforeAll(async () => {
  werft = await seedRecord(server.change, instance, { values: { name: 'Werft', email: 'kauf@werft.example' } });
  halle = await seedRecord(server.change, instance, { kind: 'Projekte', values: { name: 'Halle 3' } });
  ids['frida'] = await server.person(instance, 'frida', { rights: ['mailList', 'createMail'] });
  frida = await server.client(instance, 'frida');
});

const linksOf = async (mailId: number, by: TestClient = anna) => {
  const aggregateId = formatAggregateId({ module: 'email', entryId: mailId, userId: 1 });
  const { links } = await by.query<MailDetail>('mail.details', { aggregateId });
  return links.map(({ displayName, isSuggested, reason, detail }) =>
    [displayName.split(',')[0], isSuggested ? 'suggested' : 'linked', reason, detail].join(' | '),
  );
};

test('a rule links a mail with the record that it names, and the link says which rule it was', async () => {
  const { ruleId, name } = await make([{ kind: 'record', ...halle }]);
  const mail = await arrive();
  expect(await linksOf(mail)).toEqual([`Halle 3 | linked | rule | ${name}`]);
  expect(await linksOf(mail, ben)).toEqual(await linksOf(mail));
  expect(await outcomes(ruleId)).toEqual(['record done']);
  expect(await mailNamed(anna, word())).toMatchObject({ idoLinked: true, idoButton: { idoCount: 1 } });
});

test('a rule links a mail with all records of the sender; one without is skipped, and says why', async () => {
  const { ruleId, name } = await make([{ kind: 'recordsOfSender' }]);
  expect(await linksOf(await arrive({ from: 'Einkauf <KAUF@werft.example>' }))).toEqual([
    `Werft | linked | rule | ${name}`,
  ]);
  const stranger = await arrive({ from: 'fremd@welt.example', subject: `${word()} fremd` });
  expect(await linksOf(stranger)).toEqual([]);
  expect((await outcomes(ruleId)).toSorted()).toEqual(['recordsOfSender done', 'recordsOfSender skipped NO_RECORD']);
});

test('rules ask whether the sender is of a record, and whether a rule before has linked the mail', async () => {
  const ofRecord = await make([{ kind: 'state', state: 'seen' }], {
    name: 'Bekannt',
    conditions: [{ field: 'isOfRecord', is: true }],
  });
  const before = await make([{ kind: 'archive' }], {
    name: 'Zu früh',
    conditions: [{ field: 'isLinked', is: true }],
  });
  const linking = await make([{ kind: 'recordsOfSender' }], { name: 'Verknüpft' });
  const after = await make([{ kind: 'archive' }], { name: 'Danach', conditions: [{ field: 'isLinked', is: true }] });
  await arrive({ from: 'kauf@werft.example' });
  expect(await outcomes(ofRecord.ruleId)).toEqual(['state done']);
  expect(await outcomes(before.ruleId)).toEqual([]);
  expect(await outcomes(linking.ruleId)).toEqual(['recordsOfSender done']);
  expect(await outcomes(after.ruleId)).toEqual(['archive done']);
});

test('a record that is not there, or nobody may see, is refused when the rule is saved, and skipped when it is gone later', async () => {
  const gone = await seedRecord(server.change, instance, { values: { name: 'Bald weg' } });
  const nowhere = { kind: 'record' as const, idoId: 999_999, idoInstanceId: halle.idoInstanceId };
  const refused = await anna.tryCommand<never>('mail.saveRule', ruleOf([nowhere]));
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { code: 'RULE_INVALID', errors: [{ path: 'actions.0', message: 'GONE' }] },
  ]);
  const blind = await frida.tryCommand<never>('mail.saveRule', {
    ...ruleOf([{ kind: 'record', ...halle }, { kind: 'recordsOfSender' }]),
    accountId: null,
  });
  expect(blind.body).toMatchObject({
    code: 'RULE_INVALID',
    errors: [
      { path: 'actions.0', message: 'RIGHT_MISSING' },
      { path: 'actions.1', message: 'RIGHT_MISSING' },
    ],
  });
  await anna.command('mail.saveRights', {
    accountId: info.accountId,
    rights: [
      { subject: 'person', subjectId: ids['ben'], sends: true, manages: false },
      { subject: 'person', subjectId: ids['frida'], sends: true, manages: false },
    ],
    aggregateVersion: (await anna.query<{ version: number }>('mail.rights', { accountId: info.accountId })).version,
  });
  await arrive({ from: 'kauf@werft.example', subject: `${word()} bekannt` });
  const params = { accountId: null, match: 'all', conditions: [{ field: 'isOfRecord', is: true }], mails: 100 };
  const firing = async (by: TestClient) =>
    (await by.query<{ fires: boolean }[]>('mail.tryRule', params)).filter(({ fires }) => fires).length;
  expect([(await firing(anna)) > 0, await firing(frida)]).toEqual([true, 0]);
  const { ruleId } = await make([{ kind: 'record', ...gone }, { kind: 'archive' }]);
  const { jsonModel } = await anna.query<{ jsonModel: { lastKnownChangeTimestamp: number } }>('record.model', gone);
  await anna.command('record.delete', { ...gone, lastKnownChangeTimestamp: jsonModel.lastKnownChangeTimestamp });
  expect(await linksOf(await arrive({ from: 'fremd@welt.example', subject: `${word()} fremd` }))).toEqual([]);
  expect(await outcomes(ruleId)).toEqual(['record skipped GONE', 'archive done']);
  const [rule] = await anna.query<{ broken: number[] }[]>('mail.rules', { accountId: info.accountId });
  expect(rule?.broken).toEqual([0]);
});

test('what a rule would do to records is tried without doing it, and done to mails that are there', async () => {
  const mail = await arrive({ from: 'kauf@werft.example' });
  const conditions = [{ field: 'isOfRecord', is: true }];
  const tried = await dora.query<{ subject: string; fires: boolean }[]>('mail.tryRule', {
    accountId: null,
    match: 'all',
    conditions,
    mails: 100,
  });
  expect(tried).toEqual([]);
  const seen = await anna.query<{ subject: string; fires: boolean }[]>('mail.tryRule', {
    accountId: info.accountId,
    match: 'all',
    conditions,
    mails: 100,
  });
  expect(seen.find(({ subject }) => subject === word())?.fires).toBe(true);
  expect(await linksOf(mail)).toEqual(['Werft | suggested | address | kauf@werft.example']);
  const { ruleId, name } = await make([{ kind: 'recordsOfSender' }]);
  const aggregateIds = [formatAggregateId({ module: 'email', entryId: mail, userId: ids['anna'] ?? 0 })];
  await anna.command('mail.applyRule', { ruleId, aggregateIds });
  expect(await linksOf(mail)).toEqual([`Werft | linked | rule | ${name}`]);
});
