import type { Difference } from '@kontor/contract/activity';
import { kindNumber } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { boxIn } from './beside.ts';
import '../tables.ts';

export interface ChangeRow {
  readonly change_id: number;
  readonly user_id: number | null;
  readonly at: number;
  readonly differences: readonly Difference[];
}

/** What a person has changed of an item last, where that was after a moment and nobody else has changed it since. Taken for this transaction. */
export async function takeLastChange(
  ctx: ChangeContext,
  activityId: number,
  userId: number,
  after: number,
): Promise<ChangeRow | undefined> {
  const { rows } = await sql<ChangeRow & { until: number }>`
    select change_id, user_id, at, until, differences from item_change
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}
    order by change_id desc limit 1 for update`.execute(ctx.db);
  return rows.find((row) => row.user_id === userId && row.until >= after);
}

export async function insertChange(
  ctx: ChangeContext,
  activityId: number,
  userId: number | null,
  differences: readonly Difference[],
): Promise<void> {
  await sql`insert into item_change (instance_id, activity_id, user_id, at, until, differences)
    values (${ctx.instance.id}, ${activityId}, ${userId}, ${ctx.now()}, ${ctx.now()}, ${JSON.stringify(differences)}::jsonb)`.execute(
    ctx.db,
  );
}

/** Puts other differences into a change; none takes it away. */
export async function replaceChange(
  ctx: ChangeContext,
  activityId: number,
  changeId: number,
  differences: readonly Difference[],
): Promise<void> {
  await (
    differences.length === 0
      ? sql`delete from item_change
          where instance_id = ${ctx.instance.id} and activity_id = ${activityId} and change_id = ${changeId}`
      : sql`update item_change set until = ${ctx.now()}, differences = ${JSON.stringify(differences)}::jsonb
          where instance_id = ${ctx.instance.id} and activity_id = ${activityId} and change_id = ${changeId}`
  ).execute(ctx.db);
}

/** How many items stood, and stand now, by one person. */
export interface EditOfMany {
  readonly activityIds: readonly number[];
  readonly userId: number;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isPersonal: boolean;
  /** Box in which it was done, if the person does not have the items in that box. */
  readonly boxId?: number;
}

/** Kinds of which one item may lie in the boxes of people who know nothing of each other. */
const IN_SEVERAL_BOXES = [kindNumber('email')];

/** Writes edits of items into their history, in the order given. For kinds whose items may lie in several boxes the box of the edit is written too. */
export async function insertEdits(ctx: ChangeContext, edits: readonly EditOfMany[]): Promise<void> {
  await Promise.all(edits.map((edit) => insertEdit(ctx, edit)));
}

const insertEdit = (ctx: ChangeContext, edit: EditOfMany): Promise<unknown> =>
  sql`insert into item_edit (instance_id, activity_ids, user_id, at, field, before, after, is_personal, box_id)
      select ${ctx.instance.id}, array_agg(one.id order by one.n), ${edit.userId}, ${ctx.now()}, ${edit.field},
        ${JSON.stringify(edit.before)}::jsonb, ${JSON.stringify(edit.after)}::jsonb, ${edit.isPersonal}, one.box_id
      from (
        select given.id, given.n, case when a.module = any(${IN_SEVERAL_BOXES}::smallint[])
          then coalesce(${edit.boxId ?? null}::int, case when au.user_id is not null then ${boxIn(sql`au`)} end) end as box_id
        from unnest(${[...edit.activityIds]}::bigint[]) with ordinality as given (id, n)
        left join activity a on a.instance_id = ${ctx.instance.id} and a.activity_id = given.id
        left join activity_user au on au.instance_id = a.instance_id and au.activity_id = a.activity_id and au.user_id = ${edit.userId}
      ) one group by one.box_id order by min(one.n)`.execute(ctx.db);

/** What became of an item as one person may know it, the newest first. */
export async function readChanges(
  db: Db,
  instanceId: number,
  request: {
    readonly activityId: number;
    readonly userId: number;
    readonly before: number | null;
    readonly most: number;
  },
): Promise<readonly ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    (select c.change_id, c.user_id, c.at, c.differences from item_change c
      where c.instance_id = ${instanceId} and c.activity_id = ${request.activityId}
        and (${request.before}::bigint is null or c.change_id < ${request.before})
      order by c.change_id desc limit ${atMost(request.most)})
    union all
    select e.change_id, nullif(e.user_id, 0), e.at,
      jsonb_build_array(jsonb_build_object('field', e.field, 'before', e.before, 'after', e.after))
    from edits_of_item(${request.activityId}, ${request.userId}, ${request.before}::bigint, ${request.most}) e
    order by change_id desc limit ${atMost(request.most)}`.execute(db);
  return rows;
}

/** Those of some items that a person sees. */
export async function seenItems(
  db: Db,
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  activityIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (activityIds.length === 0) return new Set();
  const { rows } = await sql<{ activity_id: number }>`
    select distinct activity_id from activity_user
    where instance_id = ${instanceId} and user_id = ${userId} and activity_id = any(${[...activityIds]}::bigint[])`.execute(
    db,
  );
  return new Set(rows.map(({ activity_id: id }) => id));
}
