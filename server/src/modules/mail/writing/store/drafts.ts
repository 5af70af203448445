import { sql, type Insertable, type Selectable } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import '../../store/tables.ts';
import '../tables.ts';

/** A draft or template, with the account that it is written in. */
export interface DraftRow extends Selectable<Tables['mail_draft']> {
  readonly account_id: number | null;
}
export type DraftKind = DraftRow['kind'];

const selectDrafts = sql`select d.*, s.account_id from mail_draft d
  left join mail_sender s on s.instance_id = d.instance_id and s.sender_id = d.sender_id`;

/** A draft, also one that was thrown away or sent. */
export async function findDraft(db: Db, instanceId: number, draftId: number): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`${selectDrafts}
    where d.instance_id = ${instanceId} and d.draft_id = ${draftId}`.execute(db);
  return rows[0];
}

export async function findDraftByKey(db: Db, instanceId: number, draftKey: string): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`${selectDrafts}
    where d.instance_id = ${instanceId} and d.draft_key = ${draftKey}`.execute(db);
  return rows[0];
}

/** Takes a draft for this transaction: of two who change it one waits, and sees what the other left. */
export async function lockDraft(db: Db, instanceId: number, draftId: number): Promise<void> {
  await sql`select from mail_draft where instance_id = ${instanceId} and draft_id = ${draftId} for update`.execute(db);
}

/** Makes a draft; undefined where there is one of this key meanwhile. */
export async function insertDraft(db: Db, row: Insertable<Tables['mail_draft']>): Promise<number | undefined> {
  const made = await db
    .insertInto('mail_draft')
    .values(row)
    .onConflict((conflict) => conflict.columns(['instance_id', 'draft_key']).doNothing())
    .returning('draft_id')
    .executeTakeFirst();
  return made?.draft_id;
}

type Changes = Partial<
  Omit<Insertable<Tables['mail_draft']>, 'instance_id' | 'draft_id' | 'draft_key' | 'owner_id' | 'version'>
>;

/** Changes a draft and counts its version up, which is answered. */
export async function updateDraft(db: Db, instanceId: number, draftId: number, changes: Changes): Promise<number> {
  const { version } = await db
    .updateTable('mail_draft')
    .set((expression) => ({ ...changes, version: expression('version', '+', 1) }))
    .where('instance_id', '=', instanceId)
    .where('draft_id', '=', draftId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Drafts and templates of a person that are not thrown away or sent. */
export async function countDrafts(db: Db, instanceId: number, ownerId: number): Promise<number> {
  const { rows } = await sql<{ drafts: number }>`select count(*)::int as drafts from mail_draft
    where instance_id = ${instanceId} and owner_id = ${ownerId} and deleted_at is null and outgoing_id is null`.execute(
    db,
  );
  return rows[0]?.drafts ?? 0;
}

/** A line of a list of drafts or templates. */
export interface DraftLineRow {
  readonly draft_id: number;
  readonly draft_key: string;
  readonly owner_id: number;
  readonly kind: DraftKind;
  readonly is_global: boolean;
  readonly name: string;
  readonly subject: string;
  readonly receivers: DraftRow['receivers'];
  readonly version: number;
  readonly saved_at: Date;
  readonly saved_by: number;
  readonly has_files: boolean;
}

export type DraftGroup = 'auto' | 'draft' | 'globalDraft' | 'template' | 'globalTemplate';

const GROUPS = {
  auto: { kind: 'auto', isGlobal: false },
  draft: { kind: 'draft', isGlobal: false },
  globalDraft: { kind: 'draft', isGlobal: true },
  template: { kind: 'template', isGlobal: false },
  globalTemplate: { kind: 'template', isGlobal: true },
} as const satisfies Record<DraftGroup, { kind: DraftKind; isGlobal: boolean }>;

/**
 * Drafts newest first, templates by name; global ones of all who may be seen through these accounts, and the person's own. At most
 * `most`.
 */
export async function draftLines(
  db: Db,
  viewer: { readonly instanceId: number; readonly userId: number; readonly accountIds: ReadonlySet<number> },
  group: DraftGroup,
  most: number,
): Promise<readonly DraftLineRow[]> {
  const { kind, isGlobal } = GROUPS[group];
  const { instanceId, userId, accountIds } = viewer;
  const whose = isGlobal
    ? sql`(d.owner_id = ${userId} or s.account_id = any(${[...accountIds]}::int[]) or (d.sender_id is null and d.kind = 'template'))`
    : sql`d.owner_id = ${userId}`;
  const order =
    kind === 'template' ? sql`d.name collate "de-x-icu", d.draft_id` : sql`d.saved_at desc, d.draft_id desc`;
  const { rows } = await sql<DraftLineRow>`
    select d.draft_id, d.draft_key, d.owner_id, d.kind, d.is_global, d.name, d.subject, d.receivers, d.version, d.saved_at, d.saved_by,
      exists (select from mail_draft_file f where f.instance_id = d.instance_id and f.draft_id = d.draft_id
        and f.disposition = 'attachment') as has_files
    from mail_draft d left join mail_sender s on s.instance_id = d.instance_id and s.sender_id = d.sender_id
    where d.instance_id = ${instanceId} and d.kind = ${kind} and d.is_global = ${isGlobal} and ${whose}
      and d.deleted_at is null and d.outgoing_id is null
    order by ${order} limit ${atMost(most)}`.execute(db);
  return rows;
}

/** Takes away for good what was thrown away before `since`, and returns the uploads that were in it, once for each. */
export async function sweepDrafts(
  db: Db,
  instanceId: number,
  since: Date,
  most: number,
): Promise<{ readonly uploads: readonly (readonly number[])[] }> {
  const { rows } = await sql<{ uploads: number[] }>`
    with old as (
      select draft_id from mail_draft where instance_id = ${instanceId} and deleted_at < ${since} limit ${atMost(most)} for update skip locked
    ), held as materialized (
      select old.draft_id, array(select distinct f.attachment_id from mail_draft_file f
        where f.instance_id = ${instanceId} and f.draft_id = old.draft_id and f.source = 'upload' and f.attachment_id is not null) as uploads
      from old
    )
    delete from mail_draft d using held where d.instance_id = ${instanceId} and d.draft_id = held.draft_id returning held.uploads`.execute(
    db,
  );
  return { uploads: rows.map((row) => row.uploads) };
}
