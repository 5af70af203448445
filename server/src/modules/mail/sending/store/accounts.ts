import type { MailServerFault } from '@kontor/contract/mail';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import '../../store/tables.ts';

/** Keeps what is wrong with the server that an account's mail leaves by; null where nothing is. What stands there already is not written again. */
export async function setSendingFault(
  db: Db,
  instanceId: number,
  accountId: number,
  fault: MailServerFault | null,
): Promise<void> {
  const text = fault === null ? null : JSON.stringify(fault);
  await db
    .updateTable('mail_account')
    .set({ smtp_fault: text })
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`smtp_fault::jsonb is distinct from ${text}::jsonb`)
    .execute();
}

export interface SendingColumns {
  readonly smtp_host: string | null;
  readonly smtp_port: number | null;
  readonly smtp_security: 'tls' | 'starttls' | 'none' | null;
  readonly smtp_user_name: string | null;
  readonly smtp_fingerprint: string | null;
  readonly sent_copy: 'auto' | 'append' | 'server';
  /** Left out it stays. */
  readonly sealed_smtp_password?: string | null;
}

/** Sets how mail leaves an account, and lets what waited for that go at once. */
export async function setSending(
  db: Db,
  instanceId: number,
  accountId: number,
  columns: SendingColumns,
  now: Date,
): Promise<void> {
  await db
    .updateTable('mail_account')
    .set({ ...columns, smtp_fault: null })
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .execute();
  await db
    .updateTable('mail_outgoing')
    .set({ next_at: now })
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .where('stage', '=', 'built')
    .where('process_id', 'is', null)
    .execute();
}
