import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import { READER_FORM, type FileText, type UnreadReason } from '../../../platform/filetext/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { searchWords } from '../rules.ts';
import '../tables.ts';

/** Items whose files are others now, or that are new. */
export async function setUnread(
  ctx: ChangeContext,
  items: readonly { readonly activityId: number; readonly ts: Date }[],
): Promise<void> {
  await sql`insert into activity_reading (instance_id, activity_id, ts)
    select ${ctx.instance.id}, i.id, i.ts
    from unnest(${items.map((it) => it.activityId)}::bigint[], ${items.map((it) => it.ts)}::timestamptz[]) as i (id, ts)
    on conflict (instance_id, activity_id) do update set form = 0, turn = activity_reading.turn + 1, ts = excluded.ts`.execute(
    ctx.db,
  );
}

/** Forgets what an item's files say, before it is said what others do. */
export async function forgetTexts(ctx: ChangeContext, activityId: number): Promise<void> {
  const { db, instance } = ctx;
  const ofItem = sql`instance_id = ${instance.id} and activity_id = ${activityId}`;
  // The row stays, so that who reads the former files at the moment learns of it.
  await Promise.all([
    sql`update activity_reading set form = ${READER_FORM}, turn = turn + 1 where ${ofItem}`.execute(db),
    sql`delete from activity_text where ${ofItem}`.execute(db),
  ]);
}

/** An item whose files are to be read. */
export interface UnreadItem {
  readonly activity_id: number;
  readonly module: number;
  readonly ts: Date;
  readonly form: number;
  readonly turn: number;
}

/** Items that were not read by the reader of today, newest first. */
export async function unreadItems(db: Db, instanceId: number, most: number): Promise<readonly UnreadItem[]> {
  const { rows } = await sql<UnreadItem>`
    select r.activity_id, a.module, r.ts, r.form, r.turn
    from generate_series(0, ${READER_FORM - 1}) as old (form)
    cross join lateral (
      select * from activity_reading x where x.instance_id = ${instanceId} and x.form = old.form
      order by x.ts desc, x.activity_id desc limit ${atMost(most)}
    ) r
    join activity a on a.instance_id = ${instanceId} and a.activity_id = r.activity_id
    order by r.ts desc, r.activity_id desc limit ${atMost(most)}`.execute(db);
  return rows;
}

/** One that is not read yet, whoever is to do it. */
export async function unreadItem(db: Db, instanceId: number, activityId: number): Promise<UnreadItem | undefined> {
  const { rows } = await sql<UnreadItem>`
    select r.activity_id, a.module, r.ts, r.form, r.turn from activity_reading r
    join activity a on a.instance_id = r.instance_id and a.activity_id = r.activity_id
    where r.instance_id = ${instanceId} and r.activity_id = ${activityId} and r.form < ${READER_FORM}`.execute(db);
  return rows[0];
}

/** Items of all instances that are not read yet. `owner`: it is for all of them. */
export async function countUnread(owner: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from activity_reading where form < ${READER_FORM}`.execute(owner);
  return rows[0]?.n ?? 0;
}

/** Notes that an item was read by a form of the reader, or set apart. False where it has other files by now, or none. */
export async function setForm(ctx: ChangeContext, { activity_id, turn }: UnreadItem, form: number): Promise<boolean> {
  const { rows } = await sql`
    update activity_reading set form = ${form} where instance_id = ${ctx.instance.id} and activity_id = ${activity_id} and turn = ${turn}
    returning activity_id`.execute(ctx.db);
  return rows.length > 0;
}

/** Lets what was set apart be read with the others again. */
export async function joinApart(db: Db, instanceId: number, apart: number): Promise<void> {
  await sql`update activity_reading set form = 0 where instance_id = ${instanceId} and form = ${apart}`.execute(db);
}

/** What files are the same by. */
interface FileKey {
  readonly hash: string;
  readonly hint: string;
}

const keyOf = ({ hash, hint }: FileKey): string => `${hash} ${hint}`;

/** Which of these files were read already, in whatever item. */
export async function readAlready(
  db: Db,
  instanceId: number,
  files: readonly FileKey[],
): Promise<(file: FileKey) => boolean> {
  const { rows } = await sql<FileKey>`
    select distinct t.hash, t.hint from activity_text t
    where t.instance_id = ${instanceId} and t.hash = any(${files.map(({ hash }) => hash)}::text[]) and t.form = ${READER_FORM}`.execute(
    db,
  );
  const known = new Set(rows.map(keyOf));
  return (file) => known.has(keyOf(file));
}

/** A file of an item, and what it says; undefined where that is known of the same file elsewhere. */
export interface ReadFile extends FileKey {
  readonly part: number;
  readonly name: string;
  readonly said: FileText | undefined;
}

/** Writes what the files of an item say, in place of what was written of its files before, and brings its search to it. */
export async function writeTexts(ctx: ChangeContext, activityId: number, files: readonly ReadFile[]): Promise<void> {
  const { db } = ctx;
  const instanceId = ctx.instance.id;
  const known = files.filter(({ said }) => said === undefined);
  // Read before the former ones go, of which one may be what it is copied from.
  const copies = await sql<{ part: number }>`
    insert into activity_text (instance_id, activity_id, part, name, hash, hint, form, reason, cut, body, characters, tsv)
    select ${instanceId}, ${activityId}, -1 - f.part, f.name, f.hash, f.hint, k.form, k.reason, k.cut, k.body, k.characters, k.tsv
    from unnest(${known.map(({ part }) => part)}::int[], ${known.map(({ name }) => name)}::text[], ${known.map(({ hash }) => hash)}::text[],
      ${known.map(({ hint }) => hint)}::text[]) as f (part, name, hash, hint)
    cross join lateral (
      select * from activity_text t where t.instance_id = ${instanceId} and t.hash = f.hash and t.hint = f.hint and t.form = ${READER_FORM}
      limit 1
    ) k returning -1 - part as part`.execute(db);
  await sql`delete from activity_text where instance_id = ${instanceId} and activity_id = ${activityId} and part >= 0`.execute(
    db,
  );
  await sql`update activity_text set part = -1 - part
    where instance_id = ${instanceId} and activity_id = ${activityId} and part < 0`.execute(db);
  for (const { part, name, hash, hint, said } of files) {
    if (said === undefined) continue;
    await sql`insert into activity_text (instance_id, activity_id, part, name, hash, hint, form, reason, cut, body, characters, tsv)
      values (${instanceId}, ${activityId}, ${part}, ${name}, ${hash}, ${hint}, ${READER_FORM}, ${said.reason}, ${said.cut}, ${said.text},
        ${said.text.length}, setweight(to_tsvector('kontor', ${searchWords(said.text)}), 'D'))`.execute(db);
  }
  await sql`select put_texts(${activityId})`.execute(db);
  if (copies.rows.length < known.length) throw new Error('A file that was read already is gone');
}

/** Why a file is not searched, or not whole. */
export type NotSearched = Exclude<UnreadReason, 'media'> | 'cut';

/** Which files of items are not searched, by item and part. */
export async function notSearched(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
): Promise<(activityId: number, part: number) => NotSearched | undefined> {
  const { rows } = await sql<{ activity_id: number; part: number; why: NotSearched }>`
    select activity_id, part, coalesce(reason, 'cut') as why from activity_text
    where instance_id = ${instanceId} and activity_id = any(${[...activityIds]}::bigint[]) and (cut or reason <> 'media')`.execute(
    db,
  );
  const known = new Map(rows.map((row) => [`${row.activity_id} ${row.part}`, row.why]));
  return (activityId, part) => known.get(`${activityId} ${part}`);
}

/** A file that holds words which were searched for. */
export interface FoundFile {
  readonly activity_id: number;
  readonly part: number;
  readonly name: string;
  readonly characters: number;
  readonly words: readonly string[];
}

/** The files of items that hold some of these words, which are as the index has them. */
export async function filesWith(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
  words: readonly string[],
): Promise<readonly FoundFile[]> {
  const { rows } = await sql<FoundFile>`
    select * from (
      select t.activity_id, t.part, t.name, t.characters, array(
        select w.word from unnest(${[...words]}::text[]) as w (word) where t.tsv @@ (quote_literal(w.word) || ':*')::tsquery
      ) as words
      from activity_text t
      where t.instance_id = ${instanceId} and t.activity_id = any(${[...activityIds]}::bigint[]) and t.characters > 0
    ) found where words <> '{}' order by activity_id, part`.execute(db);
  return rows;
}

/** What files say, in the order given. */
export async function bodiesOf(
  db: Db,
  instanceId: number,
  files: readonly Pick<FoundFile, 'activity_id' | 'part'>[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ body: string }>`
    select coalesce(t.body, '') as body
    from unnest(${files.map((it) => it.activity_id)}::bigint[], ${files.map((it) => it.part)}::int[]) with ordinality as f (id, part, n)
    left join activity_text t on t.instance_id = ${instanceId} and t.activity_id = f.id and t.part = f.part order by f.n`.execute(
    db,
  );
  return rows.map(({ body }) => body);
}
