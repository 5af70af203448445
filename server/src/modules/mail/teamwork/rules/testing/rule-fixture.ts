import type { ListEntry } from '@kontor/contract/activity';
import type { Rule } from '@kontor/contract/mail';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { SmtpPeer } from '../../../../../platform/mailreceive/testing/smtp-peer.ts';
import { ScriptedPeer } from '../../../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { Instance } from '../../../../../platform/operation/context.ts';
import type { TestClient } from '../../../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../../../testing/server.ts';
import { rawMail, type MailSeed } from '../../../testing/factory.ts';

export type Action = Rule['actions'][number];
export interface LogLine {
  readonly at: number;
  readonly aggregateId: string | null;
  readonly subject: string;
  readonly ruleId: string;
  readonly name: string;
  readonly actions: readonly { readonly kind: string; readonly outcome: string; readonly why: string }[];
}

export let server: TestServer;
export let instance: Instance;
export let peer: ScriptedPeer;
export let anna: TestClient;
export let ben: TestClient;
export let carla: TestClient;
export let dora: TestClient;
export const ids: Record<string, number> = {};
/** Anna's, and Ben sees it. */
export let info: { accountId: number; boxId: number };
/** Carla's, and Anna may send for it. */
export let service: { accountId: number; boxId: number };
export let count = 0;

/** A server with mailboxes and people for the tests of a file; rules are gone after each of them. */
export function useRuleFixture(): void {
  vi.setConfig({ testTimeout: 45_000 });
  beforeAll(async () => {
    server = await startTestServer({ KONTOR_SMTP_PORT: '0', KONTOR_SMTP_NAME: 'mx.nordwerk.example' }, { alone: true });
    instance = await server.instance('nordwerk');
    peer = await ScriptedPeer.start();
    for (const name of ['anna', 'ben', 'carla', 'dora'])
      ids[name] = await server.person(instance, name, { isAdministrator: name === 'anna' });
    [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
    [carla, dora] = [await server.client(instance, 'carla'), await server.client(instance, 'dora')];
    info = await address(anna, 'info@nordwerk.example', [ids['ben'] ?? 0]);
    service = await carla.command('mail.addAccount', {
      name: 'service',
      email: 'service@nordwerk.example',
      host: '127.0.0.1',
      port: 1,
      security: 'none',
      userName: 'service',
      password: 'geheim',
      memberIds: [ids['anna']],
    });
    await carla.command('mail.pauseAccount', { accountId: service.accountId });
  });
  afterAll(async () => {
    sender?.close();
    sender = undefined;
    await server?.close();
    await peer?.close();
  });
  beforeEach(() => {
    count += 1;
    peer.become({});
    peer.taken.length = 0;
  });
  afterEach(async () => {
    await sql`delete from mail_rule`.execute(server.platform.database.owner);
  });
}

/** An address at which mail is received, and from which it is sent through the peer. */
export async function address(by: TestClient, email: string, memberIds: number[] = []) {
  const made = await by.command<{ accountId: number; boxId: number }>('mail.addAddress', {
    name: email,
    email,
    memberIds,
  });
  const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
  await by.command('mail.updateSending', { accountId: made.accountId, sending });
  return made;
}

/** Whoever delivers stays connected, for a receiver is silent for a moment before it greets. */
let sender: SmtpPeer | undefined;

/** Comes again when it is told to, as mail servers do. */
export async function deliver(raw: string, to = 'info@nordwerk.example'): Promise<void> {
  sender ??= await SmtpPeer.greeted(server.app.smtpPort ?? 0);
  let reply = await sender.deliver({ to: [to], raw: Buffer.from(raw, 'latin1') });
  if (reply.code === 451) {
    server.advance(61_000);
    await sender.say('RSET');
    reply = await sender.deliver({ to: [to], raw: Buffer.from(raw, 'latin1') });
    // Jobs are begun by the clock of the database.
    server.advance(-61_000);
  }
  expect(reply.code).toBe(250);
}

export const word = () => `Fall${count}`;
export const mailNamed = async (by: TestClient, subject: string): Promise<ListEntry | undefined> =>
  (await by.query<ListEntry[]>('filter.items', { view: 'all', searchTerm: subject }, { format: 'json' }))[0];
/** A mail comes in; returns its number. */
export async function arrive(seed: MailSeed = {}, to?: string): Promise<number> {
  const subject = seed.subject ?? word();
  await deliver(rawMail({ ...seed, subject }), to);
  const find = async () => {
    const { rows } = await sql<{ mail_id: number }>`
      select mail_id from mail where instance_id = ${instance.id} and subject = ${subject} order by mail_id desc limit 1`.execute(
      server.platform.database.owner,
    );
    return rows[0]?.mail_id;
  };
  await expect.poll(find).toBeDefined();
  return (await find()) ?? 0;
}

export const ruleOf = (actions: readonly Action[], more: object = {}) => ({
  ruleId: randomUUID(),
  accountId: info.accountId,
  name: `Regel ${count}`,
  isOn: true,
  match: 'all',
  conditions: [{ field: 'subject', is: 'contains', values: [word()] }],
  actions,
  ...more,
});
export const make = async (actions: readonly Action[], more: object = {}, by: TestClient = anna) => {
  const rule = ruleOf(actions, more);
  await by.command('mail.saveRule', rule);
  return rule;
};
export const log = (by: TestClient = anna, more: object = {}) =>
  by.query<LogLine[]>('mail.ruleLog', { accountId: info.accountId, ...more });
export const outcomes = async (ruleId: string): Promise<string[]> =>
  (await log(anna, { ruleId })).flatMap(({ actions }) =>
    actions.map(({ kind, outcome, why }) => `${kind} ${outcome} ${why}`.trim()),
  );
export const logged = (ruleId: string) => expect.poll(() => outcomes(ruleId));
/** How a mail stands with those who see it. */
export async function standing(mailId: number): Promise<Record<string, string>> {
  const { rows } = await sql<{ user_id: number; box_id: number; says: string }>`
    select user_id, box_id, status || case when archived then ' archived' else '' end || case when trashed then ' trashed' else '' end
      || case when spam then ' spam' else '' end as says
    from activity_user where instance_id = ${instance.id} and activity_id = ${mailId} order by user_id`.execute(
    server.platform.database.owner,
  );
  const nameOf = (id: number) => Object.keys(ids).find((name) => ids[name] === id) ?? '';
  return Object.fromEntries(rows.map(({ user_id, says }) => [nameOf(user_id), says]));
}
