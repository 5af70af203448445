import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { FolderPush, FolderRole, Moved, MoveTarget, MailLocation } from '../../../platform/mailwire/index.ts';
import { locationOf } from '../rules.ts';
import './tables.ts';
import { targetFolder } from './folders.ts';
import { isHalfMoved, isHalfMovedFrom, isHome } from './half-moved.ts';

/** Moves that one look at the server carries out. */
const MAX_PUSHES = 1000;

/**
 * Notes where the copies of mails should lie on their servers, after people threw them away, called them spam or took them back. In a
 * mailbox with shared states all have to agree. Returns the accounts concerned.
 */
export async function wantLocations(
  db: Db,
  instanceId: number,
  changes: readonly { readonly activityId: number; readonly userId: number; readonly boxId: number }[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`
    with asked as (
      select distinct * from unnest(${changes.map((it) => it.activityId)}::bigint[], ${changes.map((it) => it.userId)}::int[],
        ${changes.map((it) => it.boxId)}::int[]) as n (mail_id, user_id, box_id)
    ), concerned as (
      select distinct c.mail_id, a.account_id, a.owner_id, a.box_id, b.shared_state from asked
      join mail_copy c on c.instance_id = ${instanceId} and c.mail_id = asked.mail_id
      join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
      join mail_account a on a.instance_id = f.instance_id and a.account_id = f.account_id
      join box b on b.instance_id = a.instance_id and b.box_id = a.box_id
      where a.removed_at is null and (a.owner_id = asked.user_id or (b.shared_state and a.box_id = asked.box_id))
    ), wished as (
      select n.mail_id, n.account_id, case when bool_and(t.trashed and t.spam) then 'junk' when bool_and(t.trashed) then 'trash'
        when not bool_or(t.trashed) then 'inbox' end as place
      from concerned n join activity_user t on t.instance_id = ${instanceId} and t.activity_id = n.mail_id
        and (t.user_id = n.owner_id or (n.shared_state and t.box_id = n.box_id))
      group by n.mail_id, n.account_id
    ), there as (
      select c.copy_id, f.account_id, f.path, f.role, c.deleted, w.place, ${isHome} as is_home,
        bool_or(${isHome} and c.uid is not null) over mail as has_home,
        row_number() over (mail order by c.uid is not null desc, f.role not in ('trash', 'junk') desc, c.copy_id desc) as n,
        c.uid is not null or c.recheck as is_there, c.uid is null and c.recheck as is_on_way,
        ${isHalfMovedFrom(sql`w.place`)} as is_half_moved,
        (array_agg(c.copy_id) filter (where f.role = w.place and c.uid is not null and not c.deleted) over mail)[1] as twin_id
      from wished w join mail_copy c on c.instance_id = ${instanceId} and c.mail_id = w.mail_id
      join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id and f.account_id = w.account_id
      where w.place is not null and c.place <> w.place
      window mail as (partition by w.mail_id, w.account_id)
    )
    update mail_copy c set place = there.place, home = case when there.is_home then there.path else c.home end,
      -- What lies in the target already need not be brought there: the move is half done.
      target_path = case when there.is_half_moved then c.target_path when there.place = 'inbox' and there.has_home then null
        else coalesce(twin.path, c.target_path) end,
      target_uid = case when there.is_half_moved then c.target_uid when there.place = 'inbox' and there.has_home then null
        else coalesce(twin.uid, c.target_uid) end,
      target_uid_validity = coalesce(twin.uid_validity, c.target_uid_validity), target_next = coalesce(twin.uid, c.target_next),
      want_place = case
        when there.is_half_moved then there.place
        when there.place = 'inbox' then case when not there.has_home and there.n = 1 and there.is_there then 'inbox' end
        -- Of what is on its way nobody knows where it comes out: the wish stands until it is found.
        when there.is_there and (there.is_home or there.is_on_way or (there.place = 'junk' and there.role = 'trash')) then there.place end
    from there left join lateral (
      select tf.path, t.uid, t.uid_validity from mail_copy t
      join mail_folder tf on tf.instance_id = t.instance_id and tf.folder_id = t.folder_id
      where t.instance_id = ${instanceId} and t.copy_id = there.twin_id and there.is_home and there.n = 1 and not there.is_half_moved
    ) twin on true
    where c.instance_id = ${instanceId} and c.copy_id = there.copy_id
    returning there.account_id`.execute(db);
  return [...new Set(rows.map((row) => row.account_id))];
}

interface PushRow {
  readonly path: string;
  readonly uid_validity: number;
  readonly copy_id: number;
  readonly uid: number;
  readonly want_place: MailLocation;
  readonly marked: boolean;
  readonly home: string | null;
  readonly raw_hash: string;
  readonly raw_size: number;
  readonly target_path: string | null;
  readonly target_uid_validity: number | null;
  readonly target_next: number | null;
  readonly target_uid: number | null;
}

/** What is to be moved on the server of an account, by folder. A wish that is fulfilled already is none any more. */
export async function locationsToPush(db: Db, instanceId: number, accountId: number): Promise<readonly FolderPush[]> {
  await sql`update mail_copy c set want_place = null, target_path = null, target_uid = null from mail_folder f
    where c.instance_id = ${instanceId} and f.instance_id = c.instance_id and f.folder_id = c.folder_id and f.account_id = ${accountId}
      and c.want_place is not null and c.uid is not null and not ${isHalfMoved}
      and ((f.role in ('trash', 'junk') and c.want_place = f.role) or (c.want_place = 'inbox' and ${isHome}))`.execute(
    db,
  );
  const { rows } = await sql<PushRow>`
    select f.path, f.uid_validity, c.copy_id, c.uid, c.want_place, c.deleted and f.role not in ('trash', 'junk') as marked, c.home,
      c.raw_hash, c.raw_size, c.target_path, c.target_uid_validity, c.target_next, c.target_uid
    from mail_copy c join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and f.account_id = ${accountId} and c.want_place is not null and c.uid is not null
      and not ${isHalfMoved}
    order by c.copy_id limit ${atMost(MAX_PUSHES)}`.execute(db);
  return [...Map.groupBy(rows, (row) => row.path)].map(([path, pushes]) => ({
    path,
    uidValidity: pushes[0]?.uid_validity ?? 0,
    pushes: pushes.map((row) => ({
      copyId: row.copy_id,
      uid: row.uid,
      want: row.want_place,
      marked: row.marked,
      home: row.home,
      rawHash: row.raw_hash,
      rawSize: row.raw_size,
      begun:
        row.target_path === null || row.target_uid_validity === null
          ? null
          : {
              path: row.target_path,
              uidValidity: row.target_uid_validity,
              next: row.target_next ?? 1,
              uid: row.target_uid,
            },
    })),
  }));
}

export async function noteMoveBegun(
  db: Db,
  instanceId: number,
  copyIds: readonly number[],
  target: MoveTarget,
): Promise<void> {
  await sql`update mail_copy set target_path = ${target.path}, target_uid_validity = ${target.uidValidity},
      target_next = ${target.next}, target_uid = null
    where instance_id = ${instanceId} and copy_id = any(${[...copyIds]}::bigint[])`.execute(db);
}

export async function noteCopied(db: Db, instanceId: number, uids: ReadonlyMap<number, number>): Promise<void> {
  await sql`update mail_copy c set target_uid = n.uid
    from unnest(${[...uids.keys()]}::bigint[], ${[...uids.values()]}::bigint[]) as n (copy_id, uid)
    where c.instance_id = ${instanceId} and c.copy_id = n.copy_id`.execute(db);
}

/** The server refused a move: nothing is under way, and it is tried again with a later look. */
export async function noteRefused(db: Db, instanceId: number, copyIds: readonly number[]): Promise<void> {
  await sql`update mail_copy set target_path = null, target_uid = null
    where instance_id = ${instanceId} and copy_id = any(${[...copyIds]}::bigint[])`.execute(db);
}

export async function noteUnmarked(db: Db, instanceId: number, copyIds: readonly number[]): Promise<void> {
  await sql`update mail_copy set deleted = false, want_place = null
    where instance_id = ${instanceId} and copy_id = any(${[...copyIds]}::bigint[])`.execute(db);
}

/** Writes the new place of moved messages onto the rows of the old ones, so that they are neither gone nor new. */
export async function noteMoved(
  db: Db,
  instanceId: number,
  accountId: number,
  target: MoveTarget & { readonly role: FolderRole },
  moves: readonly Moved[],
): Promise<void> {
  const folderId = await targetFolder(db, instanceId, accountId, target);
  const known = folderId === undefined ? [] : moves.filter(({ uid }) => uid !== null);
  const ids = moves.map(({ copyId }) => copyId);
  const left = moves.filter((move) => move.left).map(({ copyId }) => copyId);
  // What lies there already was told of its flags by the server itself.
  await sql`update mail_copy c set seen = t.seen, want_seen = t.want_seen
    from unnest(${known.map(({ copyId }) => copyId)}::bigint[], ${known.map(({ uid }) => uid)}::bigint[]) as n (copy_id, uid), mail_copy t
    where c.instance_id = ${instanceId} and c.copy_id = n.copy_id and t.instance_id = c.instance_id
      and t.folder_id = ${folderId ?? null} and t.uid_validity = ${target.uidValidity} and t.uid = n.uid and t.mail_id = c.mail_id`.execute(
    db,
  );
  await sql`delete from mail_copy c using unnest(${known.map(({ copyId }) => copyId)}::bigint[], ${known.map(({ uid }) => uid)}::bigint[])
      as n (copy_id, uid)
    where c.instance_id = ${instanceId} and c.folder_id = ${folderId ?? null} and c.uid_validity = ${target.uidValidity}
      and c.uid = n.uid and c.copy_id <> n.copy_id`.execute(db);
  const { rows: before } = await sql<{ copy_id: number; folder_id: number; uid_validity: number; uid: number | null }>`
    select copy_id, folder_id, uid_validity, uid from mail_copy where instance_id = ${instanceId} and copy_id = any(${ids}::bigint[])
    for update`.execute(db);
  // Without a UID it is found by its bytes with the next look at the target. Who has wanted it elsewhere meanwhile wants that still.
  await sql`update mail_copy set uid = null, recheck = true, target_path = null, target_uid = null,
      want_place = case when place <> ${locationOf(target.role)} then place end
    where instance_id = ${instanceId} and copy_id = any(${ids}::bigint[])`.execute(db);
  await sql`update mail_copy c set folder_id = ${folderId ?? null}, uid_validity = ${target.uidValidity}, uid = n.uid, recheck = false,
      deleted = false, want_place = case when c.place <> ${locationOf(target.role)} then c.place end
    from unnest(${known.map(({ copyId }) => copyId)}::bigint[], ${known.map(({ uid }) => uid)}::bigint[]) as n (copy_id, uid)
    where c.instance_id = ${instanceId} and c.copy_id = n.copy_id`.execute(db);
  const marked = before.filter(({ copy_id: id, uid }) => uid !== null && left.includes(id));
  await sql`insert into mail_copy (instance_id, folder_id, uid_validity, uid, seen, answered, flagged, deleted, was_there, truncated,
      internal_date, raw_hash, raw_size, mail_id, place, want_seen)
    select c.instance_id, n.folder_id, n.uid_validity, n.uid, c.seen, c.answered, c.flagged, true, c.was_there, c.truncated,
      c.internal_date, c.raw_hash, c.raw_size, c.mail_id, c.place, c.want_seen
    from unnest(${marked.map((it) => it.copy_id)}::bigint[], ${marked.map((it) => it.folder_id)}::int[],
      ${marked.map((it) => it.uid_validity)}::bigint[], ${marked.map((it) => it.uid)}::bigint[]) as n (copy_id, folder_id, uid_validity, uid)
    join mail_copy c on c.instance_id = ${instanceId} and c.copy_id = n.copy_id
    on conflict (instance_id, folder_id, uid_validity, uid) do nothing`.execute(db);
}

/** A mail of which something moved on the server. */
export interface DoubtfulMail {
  readonly mail_id: number;
  readonly best: MailLocation | 'gone';
  readonly told: MailLocation;
  readonly is_unsure: boolean;
  /** Kontor wants it elsewhere: then its people know better than the server. */
  readonly is_wished: boolean;
}

/** Mails whose place may be another than people see. `gone` are the copies that are known to lie nowhere. */
export async function doubtfulMails(
  db: Db,
  instanceId: number,
  accountId: number,
  gone: readonly number[],
): Promise<readonly DoubtfulMail[]> {
  await sql`update mail_copy set want_place = null, target_path = null, target_uid = null
    where instance_id = ${instanceId} and copy_id = any(${[...gone]}::bigint[]) and uid is null and want_place is not null`.execute(
    db,
  );
  const { rows } = await sql<DoubtfulMail>`
    with doubtful as (
      select distinct c.mail_id from mail_copy c join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
      where c.instance_id = ${instanceId} and f.account_id = ${accountId} and c.recheck and c.mail_id is not null
    )
    select c.mail_id, (array['inbox', 'junk', 'trash', 'gone'])[min(case when c.uid is null then 4 when f.role = 'junk' then 2
        when f.role = 'trash' or c.deleted then 3 else 1 end)] as best,
      case when bool_or(c.place = 'inbox') then 'inbox' when bool_or(c.place = 'junk') then 'junk' else 'trash' end as told,
      bool_or(c.uid is null and c.recheck and c.copy_id <> all(${[...gone]}::bigint[])) as is_unsure,
      bool_or(c.want_place is not null) as is_wished
    from doubtful join mail_copy c on c.instance_id = ${instanceId} and c.mail_id = doubtful.mail_id
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id and f.account_id = ${accountId}
    group by c.mail_id`.execute(db);
  return rows;
}

/** Notes what people see of mails now. Copies of which nothing is known stay in doubt. */
export async function settleLocations(
  db: Db,
  instanceId: number,
  accountId: number,
  locations: ReadonlyMap<number, MailLocation>,
  gone: readonly number[],
): Promise<void> {
  await sql`update mail_copy c set place = n.place,
      recheck = c.uid is null and c.recheck and c.copy_id <> all(${[...gone]}::bigint[])
    from unnest(${[...locations.keys()]}::bigint[], ${[...locations.values()]}::text[]) as n (mail_id, place), mail_folder f
    where c.instance_id = ${instanceId} and c.mail_id = n.mail_id and f.instance_id = c.instance_id and f.folder_id = c.folder_id
      and f.account_id = ${accountId}`.execute(db);
  // One that is gone while its bytes lie elsewhere says nothing any more, and would be mistaken for the other one day.
  await sql`delete from mail_copy c using mail_folder f where c.instance_id = ${instanceId}
    and c.mail_id = any(${[...locations.keys()]}::bigint[]) and c.uid is null and not c.recheck
    and f.instance_id = c.instance_id and f.folder_id = c.folder_id and f.account_id = ${accountId}
    and exists (select from mail_copy t join mail_folder tf on tf.instance_id = t.instance_id and tf.folder_id = t.folder_id
      where t.instance_id = c.instance_id and t.mail_id = c.mail_id and t.raw_hash = c.raw_hash and t.uid is not null
        and tf.account_id = ${accountId})`.execute(db);
}
