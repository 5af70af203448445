import { type ResultOf, formatAggregateId } from '@kontor/contract/kernel';
import type { absenceQueries, MailDetail } from '@kontor/contract/mail';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect } from 'vitest';
import type { TestClient } from '../../../../../testing/client.ts';
import type { MailSeed } from '../../../testing/factory.ts';
import { address, anna, arrive, ids, instance, server, useRuleFixture } from '../../rules/testing/rule-fixture.ts';
import { sweepAbsences } from '../turning.ts';

export type Absence = ResultOf<typeof absenceQueries.absences>[number];

export const HOUR_MS = 3_600_000;
export const MINE = 'anna@nordwerk.example';
/** Anna's, and she alone sees it. */
export const mine = { accountId: 0, boxId: 0 };

/** The people and mailboxes of the tests of rules, and one of Anna's own; absences are gone after each test. */
export function useAbsenceFixture(): void {
  useRuleFixture();
  beforeAll(async () => {
    Object.assign(mine, await address(anna, MINE));
  });
  afterEach(async () => {
    await decided();
    const { owner } = server.platform.database;
    await sql`delete from mail_absence`.execute(owner);
    await sql`delete from mail_substitution`.execute(owner);
    await sql`delete from mail_auto_answer`.execute(owner);
  });
}

export const at = (ms: number): string => new Date(server.platform.now() + ms).toISOString();

/** Anna's absence, which has just begun, in Dora's hands. */
export const absenceOf = (more: object = {}) => ({
  userId: ids['anna'],
  startsAt: at(-1000),
  endsAt: at(2 * HOUR_MS),
  subject: 'Abwesend',
  content: '<p>Guten Tag <span data-kontor-field="receiver.name"></span>, ich bin nicht da</p>',
  substituteId: ids['dora'],
  ...more,
});

export const save = (by: TestClient, more: object = {}) =>
  by.tryCommand<{ version: number }>('mail.saveAbsence', absenceOf(more));
export const end = (by: TestClient, whose: object = { userId: ids['anna'] }) => by.tryCommand('mail.endAbsence', whose);
export const absences = (by: TestClient) => by.query<Absence[]>('mail.absences', {});

/** What the server does by itself every few seconds. */
export const sweep = (): Promise<void> => {
  const { platform, change } = server;
  const byId = async () => instance;
  return sweepAbsences({ ...platform, change, directory: { byId, all: async () => [instance] } });
};

/** A mail comes to Anna's own address; returns its number. */
export const comes = (seed: MailSeed = {}): Promise<number> => arrive(seed, MINE);

const idFor = (name: string, entryId: number) =>
  formatAggregateId({ module: 'email', entryId, userId: ids[name] ?? 0 });
export const about = (name: string, entryId: number) => ({ aggregateId: idFor(name, entryId) });
export const aboutMany = (name: string, entryId: number) => ({ aggregateIds: [idFor(name, entryId)] });
export const details = (by: TestClient, name: string, mailId: number) =>
  by.tryQuery<MailDetail>('mail.details', about(name, mailId));

/** Resolves when it is decided of all mails whether they are answered: that waits for what name servers say of them. */
async function decided(): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`select from graphile_worker._private_jobs where key like 'mail.runRules:%'`.execute(
      server.platform.database.owner,
    );
    return rows.length;
  };
  await expect.poll(waiting).toBe(0);
}

/** Why mails went out by themselves, in their order. */
export async function automatic(): Promise<readonly string[]> {
  await decided();
  const { rows } = await sql<{ cause: string }>`select cause from mail_outgoing where cause <> 'person'
    and instance_id = ${instance.id} order by outgoing_id`.execute(server.platform.database.owner);
  return rows.map(({ cause }) => cause);
}
