import { sql } from 'kysely';
import type { InstanceContext } from '../../../../platform/operation/context.ts';
import '../tables.ts';

type Where = Pick<InstanceContext, 'db' | 'instance'>;

interface Away {
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  readonly until: number;
  readonly substituteId: number | null;
}

/** Those of some people who are away at a moment, with who stands in for them where somebody does who may sign in. */
export async function awayAmong(
  { db, instance }: Where,
  userIds: readonly number[],
  at: number,
): Promise<ReadonlyMap<number, Away>> {
  const now = new Date(at);
  const { rows } = await sql<{ user_id: number; starts_at: Date; ends_at: Date; substitute_id: number | null }>`
    select b.user_id, b.starts_at, b.ends_at, s.user_id as substitute_id from mail_absence b
    left join app_user s on s.instance_id = b.instance_id and s.user_id = b.substitute_id and s.is_active
    where b.instance_id = ${instance.id} and b.account_id = 0 and b.user_id = any(${[...userIds]}::int[])
      and b.starts_at <= ${now} and b.ends_at > ${now}`.execute(db);
  return new Map(
    rows.map((row) => [
      row.user_id,
      { begunAt: row.starts_at.getTime(), until: row.ends_at.getTime(), substituteId: row.substitute_id },
    ]),
  );
}

/** The next moment at which an absence of anybody begins or ends, in milliseconds since 1970; null for none. */
export async function nextAwayChange({ db, instance }: Where, at: number): Promise<number | null> {
  const now = new Date(at);
  const { rows } = await sql<{ moment: Date | null }>`
    select least(min(starts_at) filter (where starts_at > ${now}), min(ends_at) filter (where ends_at > ${now})) as moment
    from mail_absence where instance_id = ${instance.id} and account_id = 0`.execute(db);
  return rows[0]?.moment?.getTime() ?? null;
}

/** When some people are away between two moments in milliseconds, with who stands in for them where somebody does who may sign in. */
export async function awayBetween(
  { db, instance }: Where,
  userIds: readonly number[],
  from: number,
  to: number,
): Promise<
  readonly {
    readonly userId: number;
    readonly start: number;
    readonly end: number;
    readonly substituteId: number | null;
  }[]
> {
  const { rows } = await sql<{ user_id: number; starts_at: Date; ends_at: Date; substitute_id: number | null }>`
    select b.user_id, b.starts_at, b.ends_at, s.user_id as substitute_id from mail_absence b
    left join app_user s on s.instance_id = b.instance_id and s.user_id = b.substitute_id and s.is_active
    where b.instance_id = ${instance.id} and b.account_id = 0 and b.user_id = any(${[...userIds]}::int[])
      and b.starts_at < ${new Date(to)} and b.ends_at > ${new Date(from)}`.execute(db);
  return rows.map((row) => ({
    userId: row.user_id,
    start: row.starts_at.getTime(),
    end: row.ends_at.getTime(),
    substituteId: row.substitute_id,
  }));
}
