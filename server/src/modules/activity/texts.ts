import { activityEvents } from '@kontor/contract/activity';
import { formatAggregateId, itemKey, kindNameOf } from '@kontor/contract/kernel';
import { buffer } from 'node:stream/consumers';
import { isDatabaseAway } from '../../platform/db/away.ts';
import {
  READER_FORM,
  ReaderAwayError,
  hintOf,
  isMedia,
  type FileReader,
  type FileText,
} from '../../platform/filetext/index.ts';
import type { JobContext, JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { ModuleManifest } from '../../platform/operation/manifest.ts';
import { itemKeys } from './changes.ts';
import type { ItemFile, ItemKinds } from './item-kind-hooks.ts';
import { viewersOf } from './store/items.ts';
import {
  countUnread,
  joinApart,
  readAlready,
  setForm,
  setUnread,
  unreadItem,
  unreadItems,
  writeTexts,
  type ReadFile,
  type UnreadItem,
} from './store/texts.ts';

const READ_JOB = 'activity.readTexts';
/** Reads the files of one item that could not be read with others. */
const READ_ONE_JOB = 'activity.readText';
/** Few enough that load is given way to every few seconds. */
const AT_ONCE = 20;
const LANES = 4;
const MAX_FILES = 50;
/** Form of items that have a job of their own. */
const APART = -1;
/** The lists are told of items that are as young as that. All others are many, and nobody sits before a list and waits for them. */
const YOUNG_MS = 24 * 60 * 60 * 1000;
/** What tells pictures, sound and films. */
const HEAD_BYTES = 4096;

export interface TextParts {
  readonly itemKinds: () => ItemKinds;
  /** Undefined where no files are to be read. */
  readonly reader: FileReader | undefined;
}

/** One at a time on all servers: mails are filed beside it, and nobody waits for it. */
const enqueueReading = (ctx: ChangeContext): Promise<void> =>
  ctx.enqueue(READ_JOB, {}, { key: `${READ_JOB}:${ctx.instance.id}`, queue: READ_JOB });

/** Notes that items have files, or others than they had; their text is read when there is time. */
export async function noteFiles(
  ctx: ChangeContext,
  items: readonly { readonly activityId: number; readonly ts: Date }[],
): Promise<void> {
  if (items.length === 0) return;
  await setUnread(ctx, items);
  await enqueueReading(ctx);
}

export const textJobs = (parts: TextParts): JobHandlers => ({
  [READ_JOB]: async (ctx) => {
    const { reader } = parts;
    if (reader === undefined) return;
    const items = await unreadItems(ctx.db, ctx.instance.id, AT_ONCE);
    const files = await filesOf(ctx, parts.itemKinds(), items);
    const queue = [...items];
    const lane = async (): Promise<void> => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift())
        await readOrSetApart(ctx, reader, item, files.get(item.activity_id) ?? []);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (items.length === AT_ONCE) await ctx.change(enqueueReading);
  },
  [READ_ONE_JOB]: async (ctx, payload) => {
    const { reader } = parts;
    const item = await unreadItem(ctx.db, ctx.instance.id, Number(payload['activityId']));
    if (reader === undefined || item === undefined) return;
    const files = await filesOf(ctx, parts.itemKinds(), [item]);
    await readItem(ctx, reader, item, files.get(item.activity_id) ?? []);
  },
});

async function filesOf(
  ctx: JobContext,
  itemKinds: ItemKinds,
  items: readonly UnreadItem[],
): Promise<ReadonlyMap<number, readonly ItemFile[]>> {
  const all = new Map<number, readonly ItemFile[]>();
  for (const [module, some] of Map.groupBy(items, (item) => kindNameOf(item.module))) {
    const ids = some.map((item) => item.activity_id);
    for (const [id, files] of (await itemKinds.get(module)?.files?.(ctx, ids)) ?? [])
      all.set(id, files.slice(0, MAX_FILES));
  }
  return all;
}

/** One item that fails holds up no other. */
async function readOrSetApart(
  ctx: JobContext,
  reader: FileReader,
  item: UnreadItem,
  files: readonly ItemFile[],
): Promise<void> {
  try {
    await readItem(ctx, reader, item, files);
  } catch (error) {
    if (error instanceof ReaderAwayError || isDatabaseAway(error)) throw error;
    const activityId = item.activity_id;
    ctx.log.warn({ err: error, activityId }, 'files of an item not read');
    await ctx.change(async (change) => {
      if (!(await setForm(change, item, APART))) return;
      await change.enqueue(
        READ_ONE_JOB,
        { activityId },
        { key: `${READ_ONE_JOB}:${ctx.instance.id}:${activityId}`, queue: READ_JOB },
      );
    });
  }
}

async function readItem(
  ctx: JobContext,
  reader: FileReader,
  item: UnreadItem,
  files: readonly ItemFile[],
): Promise<void> {
  const hinted = files.map((file) => ({ ...file, hint: hintOf(file.name, file.type) }));
  const isKnown = await readAlready(ctx.db, ctx.instance.id, hinted);
  const read: ReadFile[] = [];
  for (const file of hinted) {
    const said = isKnown(file) ? undefined : await readFile(ctx, reader, file);
    if (said !== undefined) ctx.metrics.count('file_texts', { outcome: said.reason ?? (said.cut ? 'cut' : 'read') });
    read.push({ ...file, said });
  }
  await ctx.change(async (change) => {
    if (!(await setForm(change, item, READER_FORM))) return;
    await writeTexts(change, item.activity_id, read);
    await announceTexts(change, item);
  });
}

async function readFile(ctx: JobContext, reader: FileReader, file: ItemFile): Promise<FileText> {
  const { name, type, size, hash } = file;
  const instanceId = ctx.instance.id;
  if (/^(?:image|audio|video)\//.test(type) && size > 0) {
    // Most files are pictures, and in a bucket they lie far away.
    const end = Math.min(size, HEAD_BYTES) - 1;
    if (isMedia(await buffer(ctx.blobs.stream(instanceId, hash, { start: 0, end }))))
      return { text: '', cut: false, reason: 'media' };
  }
  if (reader.isTooBig(size)) return { text: '', cut: false, reason: 'tooBig' };
  return ctx.blobs.withFile(instanceId, hash, (path) => reader.read({ file: path, size, name, type }));
}

/**
 * Tells everybody who sees the item that more words of it are searched now: a search may find it, and its detail may say which files are
 * not read.
 */
async function announceTexts(ctx: ChangeContext, item: UnreadItem): Promise<void> {
  const itemId = { module: kindNameOf(item.module), entryId: item.activity_id };
  const isYoung = ctx.now() - item.ts.getTime() < YOUNG_MS;
  for (const userId of await viewersOf(ctx, [item.activity_id])) {
    ctx.emit(
      activityEvents.activityChanged,
      { users: [userId] },
      {
        keys: isYoung ? itemKeys([itemId]) : [itemKey(itemId)],
        processIds: [],
        aggregateIds: [formatAggregateId({ ...itemId, userId })],
      },
    );
  }
}

/** Goes on with what is not read yet, and says how much that is. */
export const startReadingTexts =
  ({ reader }: TextParts): NonNullable<ModuleManifest['services']>[number] =>
  async ({ change, database, directory, metrics }) => {
    metrics.gauge('file_texts_due', () => countUnread(database.owner));
    for (const instance of reader === undefined ? [] : await directory.all()) {
      const db = database.forInstance(instance.id);
      await joinApart(db, instance.id, APART);
      if ((await unreadItems(db, instance.id, 1)).length > 0) await change(instance, enqueueReading);
    }
    return { close: async () => reader?.close() };
  };
