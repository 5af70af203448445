import { sql, type Selectable } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { FlagPush, MailFlags, MailLocation } from '../../../platform/mailwire/index.ts';
import { locationOf } from '../rules.ts';
import { isHalfMoved } from './half-moved.ts';
import './tables.ts';

/** A mail as it was fetched, with the hash of its bytes. */
export interface ArrivedMail {
  readonly uid: number;
  readonly flags: MailFlags;
  readonly truncated: boolean;
  /** The connection breaks whenever it is asked for: what is kept stands for it. */
  readonly isBroken?: boolean;
  /** Milliseconds since 1970. */
  readonly internalDate: number;
  readonly rawHash: string;
  readonly rawSize: number;
}

interface Twin {
  readonly raw_hash: string;
  readonly mail_id: number;
  readonly place: MailLocation;
  readonly seen: boolean;
  readonly answered: boolean;
  readonly want_seen: boolean | null;
  readonly path: string;
  readonly uid: number | null;
  readonly uid_validity: number;
  /** A move of it was begun and is not wanted any more. */
  readonly is_half_moved: boolean;
  readonly target_path: string | null;
  readonly target_uid_validity: number | null;
  readonly target_next: number | null;
  readonly target_uid: number | null;
}

/**
 * Stores fetched mails. A mail that was missing elsewhere in the account keeps its row; a mail that also lies elsewhere is the same mail.
 * Mails that are stored already are left out: their UIDs are returned, since their flags may have changed.
 */
export async function keepArrived(
  db: Db,
  instanceId: number,
  folderId: number,
  mails: readonly ArrivedMail[],
): Promise<{ readonly found: readonly number[]; readonly isNew: boolean }> {
  const folder = await db
    .selectFrom('mail_folder')
    .select(['account_id', 'path', 'role', 'uid_validity', 'first_uid_next'])
    .where('instance_id', '=', instanceId)
    .where('folder_id', '=', folderId)
    .executeTakeFirst();
  if (folder === undefined) return { found: [], isNew: false };
  const { rows: kept } = await sql<{ uid: number }>`select uid from mail_copy where instance_id = ${instanceId}
    and folder_id = ${folderId} and uid_validity = ${folder.uid_validity} and uid = any(${mails.map(({ uid }) => uid)}::bigint[])`.execute(
    db,
  );
  const keptUids = new Set(kept.map(({ uid }) => uid));
  const arrived = mails.filter(({ uid }) => !keptUids.has(uid));
  const hashes = [...new Set(arrived.map(({ rawHash }) => rawHash))];
  const { rows: missed } = await sql<{ copy_id: number; raw_hash: string }>`
    select c.copy_id, c.raw_hash from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and f.account_id = ${folder.account_id} and c.uid is null and c.raw_hash = any(${hashes}::text[])
    order by c.recheck desc, c.want_place is not null desc, c.folder_id = ${folderId} desc, c.copy_id desc for update of c`.execute(
    db,
  );
  // Of several that are missed, the one that people want somewhere is found first: their wish stands.
  const byHash = Map.groupBy(missed, (row) => row.raw_hash);
  const found: { copyId: number; uid: number }[] = [];
  const others: ArrivedMail[] = [];
  for (const mail of arrived) {
    const row = byHash.get(mail.rawHash)?.shift();
    if (row === undefined) others.push(mail);
    else found.push({ copyId: row.copy_id, uid: mail.uid });
  }
  await placeFound(db, instanceId, folderId, folder, found);
  const twins = await twinsOf(db, instanceId, folder.account_id, hashes);
  await insertCopies(db, instanceId, folderId, folder, others, twins);
  const again = others.filter(({ rawHash }) => twins.has(rawHash));
  return { found: [...found, ...again].map(({ uid }) => uid), isNew: found.length + others.length > 0 };
}

type FolderOfCopy = Pick<
  Selectable<Tables['mail_folder']>,
  'account_id' | 'path' | 'role' | 'uid_validity' | 'first_uid_next'
>;

async function placeFound(
  db: Db,
  instanceId: number,
  folderId: number,
  folder: FolderOfCopy,
  found: readonly { readonly copyId: number; readonly uid: number }[],
): Promise<void> {
  if (found.length === 0) return;
  await sql`update mail_copy c set folder_id = ${folderId}, uid_validity = ${folder.uid_validity}, uid = n.uid, recheck = true,
      want_place = case when c.want_place <> ${locationOf(folder.role)} then c.want_place end, target_path = null, target_uid = null
    from unnest(${found.map(({ copyId }) => copyId)}::bigint[], ${found.map(({ uid }) => uid)}::bigint[]) as n (copy_id, uid)
    where c.instance_id = ${instanceId} and c.copy_id = n.copy_id`.execute(db);
}

/** Mails of the account that have these bytes and are in the lists. */
async function twinsOf(
  db: Db,
  instanceId: number,
  accountId: number,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, readonly Twin[]>> {
  const { rows } = await sql<Twin>`
    select c.raw_hash, c.mail_id, c.place, c.seen, c.answered, c.want_seen, f.path, c.uid, c.uid_validity,
      ${isHalfMoved} as is_half_moved, c.target_path, c.target_uid_validity, c.target_next, c.target_uid
    from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and f.account_id = ${accountId} and c.raw_hash = any(${[...hashes]}::text[])
      and c.mail_id is not null order by c.uid is not null desc, c.copy_id desc`.execute(db);
  return Map.groupBy(rows, (row) => row.raw_hash);
}

async function insertCopies(
  db: Db,
  instanceId: number,
  folderId: number,
  folder: FolderOfCopy,
  mails: readonly ArrivedMail[],
  twins: ReadonlyMap<string, readonly Twin[]>,
): Promise<void> {
  if (mails.length === 0) return;
  const location = locationOf(folder.role);
  const met = new Set<Twin>();
  const rows = mails.map(({ uid, flags, ...mail }) => {
    // Byte for byte the same is the same, wherever it was moved to; what was sent and came back bears the traces of its way.
    const same = twins.get(mail.rawHash) ?? [];
    const left = same.find((one) => !met.has(one) && isTargetOf(one, folder, uid));
    if (left !== undefined) met.add(left);
    const twin = left ?? same[0];
    return {
      instance_id: instanceId,
      folder_id: folderId,
      uid_validity: folder.uid_validity,
      uid,
      ...flags,
      want_seen: null,
      // Flags that differ from those of the mail are a change, which is noticed as one.
      ...(twin === undefined ? {} : { seen: twin.seen, answered: twin.answered, want_seen: twin.want_seen }),
      was_there: uid < folder.first_uid_next,
      truncated: mail.truncated,
      internal_date: new Date(mail.internalDate),
      raw_hash: mail.rawHash,
      raw_size: mail.rawSize,
      mail_id: twin?.mail_id ?? null,
      place: twin?.place ?? location,
      recheck: twin !== undefined,
      ...(left === undefined ? NO_WISH : backTo(left)),
    };
  });
  await db
    .insertInto('mail_copy')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['instance_id', 'folder_id', 'uid_validity', 'uid']).doNothing())
    .execute();
}

const NO_WISH = { want_place: null, target_path: null, target_uid: null, target_uid_validity: null, target_next: null };

/** Whether a message is what a move has made that broke off and is not wanted any more. */
const isTargetOf = (twin: Twin, folder: FolderOfCopy, uid: number): boolean =>
  twin.is_half_moved &&
  twin.target_path === folder.path &&
  twin.target_uid_validity === folder.uid_validity &&
  (twin.target_uid === null ? uid >= (twin.target_next ?? Infinity) : uid === twin.target_uid);

/** What a half done move has made is brought back; where the first message still lies, that move is half done, too. */
const backTo = (twin: Twin) => ({
  want_place: twin.place,
  target_path: twin.path,
  target_uid: twin.uid,
  target_uid_validity: twin.uid_validity,
  target_next: twin.uid,
});

/** The mails in the lists that some messages of a folder are. */
export async function mailsOfUids(
  db: Db,
  instanceId: number,
  folderId: number,
  uids: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`select distinct mail_id from mail_copy
    where instance_id = ${instanceId} and folder_id = ${folderId} and uid = any(${[...uids]}::bigint[])
      and mail_id is not null`.execute(db);
  return rows.map((row) => row.mail_id);
}

/** The mails in the lists that some copies are. */
export async function mailsOfCopies(
  db: Db,
  instanceId: number,
  copyIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`select distinct mail_id from mail_copy
    where instance_id = ${instanceId} and copy_id = any(${[...copyIds]}::bigint[]) and mail_id is not null`.execute(db);
  return rows.map((row) => row.mail_id);
}

/** The mails in the lists that have some bytes. */
export async function mailsOfBytes(
  db: Db,
  instanceId: number,
  folderId: number,
  hashes: readonly string[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`select distinct c.mail_id from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and c.raw_hash = any(${[...hashes]}::text[]) and c.mail_id is not null
      and f.account_id = (select account_id from mail_folder where instance_id = ${instanceId} and folder_id = ${folderId})`.execute(
    db,
  );
  return rows.map((row) => row.mail_id);
}

export interface FlagChange {
  readonly copy_id: number;
  readonly mail_id: number | null;
  readonly deleted: boolean;
  readonly seen: boolean;
  readonly seen_changed: boolean;
  readonly answered_changed: boolean;
}

/** Takes over flags from the server and answers what changed. A wish that the server now fulfils is none any more. */
export async function takeFlags(
  db: Db,
  instanceId: number,
  folderId: number,
  changes: ReadonlyMap<number, MailFlags>,
): Promise<readonly FlagChange[]> {
  const all = [...changes.values()];
  const column = (name: keyof MailFlags) => sql`${all.map((flags) => flags[name])}::boolean[]`;
  const { rows } = await sql<FlagChange>`
    with now as (
      select * from unnest(${[...changes.keys()]}::bigint[], ${column('seen')}, ${column('answered')}, ${column('flagged')},
        ${column('deleted')}) as n (uid, seen, answered, flagged, deleted)
    ), before as (
      select c.copy_id, c.uid, c.seen, c.answered, c.deleted from mail_copy c join now using (uid)
      where c.instance_id = ${instanceId} and c.folder_id = ${folderId} for update of c
    )
    update mail_copy c set seen = now.seen, answered = now.answered, flagged = now.flagged, deleted = now.deleted,
      want_seen = case when c.want_seen <> now.seen then c.want_seen end,
      recheck = c.recheck or before.deleted <> now.deleted
    from now, before where c.instance_id = ${instanceId} and c.copy_id = before.copy_id and now.uid = before.uid
    returning c.copy_id, c.mail_id, c.deleted, c.seen, before.seen <> c.seen as seen_changed, c.answered and not before.answered as answered_changed`.execute(
    db,
  );
  return rows;
}

/**
 * Messages are no longer where they were; where they are now, or that they are gone, is found out later. Until then they have the flags
 * that were last heard of their mails, also where those came from other copies.
 */
export async function missCopies(db: Db, instanceId: number, folderId: number, uids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ copy_id: number }>`update mail_copy set uid = null, recheck = true, target_path = null,
      target_uid = null
    where instance_id = ${instanceId} and folder_id = ${folderId} and uid = any(${[...uids]}::bigint[])
    returning copy_id`.execute(db);
  await sql`update mail_copy c set seen = twin.seen, want_seen = twin.want_seen
    from (
      select distinct on (own.copy_id) own.copy_id, t.seen, t.want_seen from mail_copy own
      join mail_copy t on t.instance_id = own.instance_id and t.mail_id = own.mail_id and t.uid is not null
      join mail_folder f on f.instance_id = t.instance_id and f.folder_id = t.folder_id
      where own.instance_id = ${instanceId} and own.copy_id = any(${rows.map((row) => row.copy_id)}::bigint[])
        and f.account_id = (select account_id from mail_folder where instance_id = ${instanceId} and folder_id = ${folderId})
      order by own.copy_id, t.copy_id desc
    ) twin
    where c.instance_id = ${instanceId} and c.copy_id = twin.copy_id`.execute(db);
}

/**
 * Lets the other copies that an account has of the same mails know what was heard of these. All show the state that people see: what
 * is missing takes over the flags themselves, to be compared with when it turns up, and what lies elsewhere is to get them.
 */
export async function tellTwins(db: Db, instanceId: number, copyIds: readonly number[]): Promise<void> {
  if (copyIds.length === 0) return;
  await sql`update mail_copy t set seen = case when t.uid is null then heard.seen else t.seen end,
      want_seen = case when t.uid is null then heard.want_seen when t.seen <> coalesce(heard.want_seen, heard.seen) then not t.seen end
    from mail_copy heard, mail_folder hf, mail_folder tf
    where heard.instance_id = ${instanceId} and heard.copy_id = any(${[...copyIds]}::bigint[])
      and hf.instance_id = heard.instance_id and hf.folder_id = heard.folder_id
      and t.instance_id = heard.instance_id and t.mail_id = heard.mail_id and t.copy_id <> heard.copy_id
      and tf.instance_id = t.instance_id and tf.folder_id = t.folder_id and tf.account_id = hf.account_id`.execute(db);
}

/**
 * Takes the copies of mails for this transaction. What is then said of them by their folder holds: an update that had to wait while a
 * copy came into another folder would pass over it without a word.
 */
export async function lockCopies(db: Db, instanceId: number, mailIds: readonly number[]): Promise<void> {
  await sql`select from mail_copy where instance_id = ${instanceId} and mail_id = any(${[...mailIds]}::bigint[])
    order by copy_id for update`.execute(db);
}

/** Notes what the copies of mails should look like on their servers, after people changed states. Returns the accounts concerned. */
export async function wantSeen(
  db: Db,
  instanceId: number,
  wishes: readonly {
    readonly activityId: number;
    readonly userId: number;
    readonly boxId: number;
    readonly seen: boolean;
  }[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`
    update mail_copy c set want_seen = case when c.seen <> w.seen then w.seen end
    from unnest(${wishes.map((w) => w.activityId)}::bigint[], ${wishes.map((w) => w.userId)}::int[],
      ${wishes.map((w) => w.boxId)}::int[], ${wishes.map((w) => w.seen)}::boolean[]) as w (mail_id, user_id, box_id, seen),
      mail_folder f, mail_account a, box b
    where c.instance_id = ${instanceId} and c.mail_id = w.mail_id and f.instance_id = c.instance_id and f.folder_id = c.folder_id
      and a.instance_id = c.instance_id and a.account_id = f.account_id and b.instance_id = a.instance_id and b.box_id = a.box_id
      and (a.owner_id = w.user_id or (b.shared_state and a.box_id = w.box_id))
    returning a.account_id`.execute(db);
  return [...new Set(rows.map((row) => row.account_id))];
}

/** Folders that are to be looked at whatever the server says of them. */
export async function foldersToPush(db: Db, instanceId: number, accountId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ path: string }>`
    select distinct f.path from mail_folder f join mail_copy c on c.instance_id = f.instance_id and c.folder_id = f.folder_id
    where f.instance_id = ${instanceId} and f.account_id = ${accountId} and (c.want_seen is not null or c.want_flags <> '{}' or c.retry_at <= now())
      and c.uid is not null`.execute(db);
  return rows.map((row) => row.path);
}

export const SEEN = '\\Seen';

export async function flagsToPush(db: Db, instanceId: number, folderId: number): Promise<readonly FlagPush[]> {
  const rows = await db
    .selectFrom('mail_copy')
    .select(['uid', 'want_seen', 'want_flags'])
    .where('instance_id', '=', instanceId)
    .where('folder_id', '=', folderId)
    .where(sql<boolean>`(want_seen is not null or want_flags <> '{}')`)
    .where('uid', 'is not', null)
    .limit(atMost(1000))
    .execute();
  return rows.flatMap(({ uid, want_seen: seen, want_flags: flags }) => {
    if (uid === null) return [];
    const wished = flags.length === 0 ? [] : [{ uid, add: flags, remove: [] }];
    return seen === null ? wished : [{ uid, add: seen ? [SEEN] : [], remove: seen ? [] : [SEEN] }, ...wished];
  });
}

/** Notes that the server was told of flags that it is to have. */
export async function noteFlagsPushed(
  db: Db,
  instanceId: number,
  folderId: number,
  uid: number,
  flags: readonly string[],
): Promise<void> {
  await sql`update mail_copy set answered = answered or '\\Answered' = any(${[...flags]}::text[]),
      want_flags = array(select flag from unnest(want_flags) as flag where flag <> all(${[...flags]}::text[]))
    where instance_id = ${instanceId} and folder_id = ${folderId} and uid = ${uid}`.execute(db);
}

/** Notes that the server has a flag as it was wished. A wish that was changed or taken back meanwhile is one for the opposite now. */
export async function notePushed(
  db: Db,
  instanceId: number,
  folderId: number,
  uid: number,
  seen: boolean,
): Promise<void> {
  const { rows } = await sql<{ copy_id: number }>`update mail_copy set seen = ${seen},
      want_seen = case when want_seen <> ${seen} then want_seen when want_seen is null and seen <> ${seen} then not ${seen}::boolean end
    where instance_id = ${instanceId} and folder_id = ${folderId} and uid = ${uid} returning copy_id`.execute(db);
  await tellTwins(
    db,
    instanceId,
    rows.map((row) => row.copy_id),
  );
}
