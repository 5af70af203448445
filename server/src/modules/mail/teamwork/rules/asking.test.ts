import { parseAggregateId } from '@kontor/contract/kernel';
import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../../../../testing/client.ts';
import { findAccount } from '../../store/accounts.ts';
import { openFixture, type Fixture } from '../../writing/testing/fixture.ts';
import type { ActionParts } from './actions.ts';
import { meetRules } from './running.ts';

let fixture: Fixture;
let mailIds: number[];
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  mailIds = [];
  for (let count = 0; count < 5; count += 1)
    mailIds.push(parseAggregateId(await fixture.arrive({ subject: 'Werft' }))?.entryId ?? 0);
});

/** No action is carried out that would need more. */
const parts: ActionParts = {
  itemKinds: () => new Map(),
  push: () => undefined,
  wake: () => undefined,
  hasRelay: () => false,
  languageOf: () => Promise.resolve('de'),
  mostBytes: 0,
};

/** How many statements it takes that so many mails meet rules. */
async function statements(count: number): Promise<number> {
  let statementCount = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statementCount += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await fixture.server.change(fixture.instance, async (ctx) => {
    const account = await findAccount(ctx.db, fixture.instance.id, fixture.shared.accountId);
    if (account === undefined) throw new Error('No mailbox');
    await meetRules({ ...ctx, db: ctx.db.withPlugin(counting) }, parts, account, mailIds.slice(0, count));
  });
  return statementCount;
}

const make = (by: TestClient, accountId: number | null, more: object = {}) =>
  by.command('mail.saveRule', {
    ruleId: randomUUID(),
    accountId,
    name: 'Kran',
    match: 'all',
    conditions: [{ field: 'subject', is: 'contains', values: ['Kran'] }],
    actions: [{ kind: 'archive' }],
    stops: false,
    isOn: true,
    ...more,
  });

test('where no rule is asked for, mails cost two questions, however many they are', async () => {
  expect([await statements(0), await statements(1), await statements(5)]).toEqual([0, 2, 2]);
  // Rules of others, and such as are off, are none.
  await make(fixture.emil, fixture.own.accountId);
  await make(fixture.emil, null);
  await make(fixture.anna, fixture.shared.accountId, { isOn: false });
  expect(await statements(5)).toBe(2);
});

test.each([
  ['of the mailbox', () => make(fixture.anna, fixture.shared.accountId)],
  ['of somebody who sees the mails', () => make(fixture.ben, null)],
])('a rule %s meets each of them', async (_whose, begin) => {
  await begin();
  await statements(5);
  const { rows } = await fixture.server.platform.database.ownerPool.query<{ mail_id: number }>(
    'select distinct mail_id from mail_rule_run where mail_id = any($1) order by mail_id',
    [mailIds],
  );
  expect(rows.map(({ mail_id: id }) => id)).toEqual(mailIds.toSorted((a, b) => a - b));
});
