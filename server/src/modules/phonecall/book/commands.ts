import { MAX_MERGED_ENTRIES, MERGE_UNDO_DAYS, type phonecallCommands } from '@kontor/contract/phonecall';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { readNumber } from '../../../platform/phone/said.ts';
import { phoneCountryIn } from '../../account/index.ts';
import { requireCalls } from '../access.ts';
import { insertIgnored, insertMerge, partMerge, takeMerge } from './merge-store.ts';
import {
  deleteEntries,
  findEntry,
  holdEntries,
  insertEntries,
  recountEntries,
  stepSounds,
  updateEntry,
  type EntryRow,
  type NewEntry,
} from './store.ts';
import { tellNumbers, toEntry } from './writing.ts';

type Own = 'createEntry' | 'updateName' | 'updateNumber' | 'updateCompany' | 'removeEntries' | 'merge' | 'undoMerge';
const DAY_MS = 86_400_000;

export const bookCommandHandlers: Pick<CommandHandlers<typeof phonecallCommands>, Own> = {
  async createEntry(ctx, { name, number: typed, company }) {
    requireCalls(ctx);
    const { db, instance, person } = ctx;
    const entry = toEntry({ ...takeNumber(ctx, typed), name, company });
    await requireNew(ctx, entry);
    const about = { source: 'hand', userId: person.id, at: new Date(ctx.now()) } as const;
    const [id] = await insertEntries(db, instance.id, [entry], about);
    // Somebody wrote the same just now.
    if (id === undefined) return exists(await findEntry(db, instance.id, entry));
    await recountEntries(db, instance.id, [id]);
    await tellNumbers(ctx, [entry.number]);
    return { id };
  },

  async updateName(ctx, { phonebookNumber2NameId: id, updatedName: name }) {
    const before = await heldEntry(ctx, id);
    await change(ctx, before, toEntry({ ...asIs(before), name }));
    return {};
  },

  async updateNumber(ctx, { phonebookNumber2NameId: id, updatedNumber: typed }) {
    const before = await heldEntry(ctx, id);
    await change(ctx, before, toEntry({ ...asIs(before), ...takeNumber(ctx, typed) }));
    await recountEntries(ctx.db, ctx.instance.id, [id]);
    return {};
  },

  async updateCompany(ctx, { phonebookNumber2NameId: id, updatedCompany: company }) {
    const before = await heldEntry(ctx, id);
    await change(ctx, before, toEntry({ ...asIs(before), company }));
    return {};
  },

  async removeEntries(ctx, { phoneBookEntryIds: ids }) {
    requireCalls(ctx);
    const numbers = await deleteEntries(ctx.db, ctx.instance.id, ids);
    await tellNumbers(ctx, numbers);
    return {};
  },

  async merge(ctx, { primaryPhoneBookEntryId: primary, ...given }) {
    requireCalls(ctx);
    const { db, instance, person } = ctx;
    const { replacedPhoneBookEntryIds: replaced, ignoredPhoneBookEntryIds: ignored } = given;
    const all = [primary, ...replaced, ...ignored];
    if (new Set(all).size < all.length || all.length > MAX_MERGED_ENTRIES) return fail('PHONE_BOOK_MERGE_INVALID');
    const entries = await holdEntries(db, instance.id, all);
    if (entries.length < all.length) return fail('NOT_FOUND');
    await insertIgnored(
      db,
      instance.id,
      ignored.flatMap((other) => [primary, ...replaced].map((one) => [one, other] as const)),
    );
    if (replaced.length === 0) {
      await tellNumbers(ctx, []);
      return { mergeId: null };
    }
    const gone = entries.filter(({ name_id: id }) => replaced.includes(id));
    await stepSounds(db, instance.id, codesOf(gone), -1);
    const at = new Date(ctx.now());
    const mergeId = await insertMerge(db, instance.id, { primary, replaced, userId: person.id, at });
    await tellNumbers(ctx, numbersOf(entries));
    return { mergeId };
  },

  async undoMerge(ctx, { mergeId }) {
    requireCalls(ctx);
    const { db, instance } = ctx;
    const merge = await takeMerge(db, instance.id, mergeId);
    if (merge === undefined) return fail('NOT_FOUND');
    const isOld = merge.at.getTime() < ctx.now() - MERGE_UNDO_DAYS * DAY_MS;
    // What it made was merged since, or was taken out.
    const [primary] = await holdEntries(db, instance.id, [merge.primary_id]);
    if (merge.undone_at !== null || isOld || primary === undefined) return fail('PHONE_BOOK_MERGE_GONE');
    const parted = await partMerge(db, instance.id, merge, new Date(ctx.now()));
    await stepSounds(db, instance.id, codesOf(parted), 1);
    await tellNumbers(ctx, numbersOf([...parted, primary]));
    return {};
  },
};

const codesOf = (entries: readonly { readonly code: string }[]): string[] => entries.map(({ code }) => code);
const numbersOf = (entries: readonly { readonly number: number | null }[]): (number | null)[] =>
  entries.map(({ number }) => number);

/** What an entry says that an edit does not name. */
const asIs = ({ number, number_text: text, name, company }: EntryRow) => ({ number, text, name, company });

const takeNumber = (ctx: CommandContext, typed: string) =>
  readNumber(typed, phoneCountryIn(ctx.instance.settings)) ?? fail('PHONE_NUMBER_INVALID');

const exists = (id: number | undefined): never => fail('PHONE_BOOK_ENTRY_EXISTS', { data: { id: id ?? 0 } });

async function requireNew({ db, instance }: CommandContext, entry: NewEntry, exceptId = 0): Promise<void> {
  const id = await findEntry(db, instance.id, entry);
  if (id !== undefined && id !== exceptId) exists(id);
}

/** An entry, for this transaction to change. Throws NOT_FOUND. */
async function heldEntry(ctx: CommandContext, id: number): Promise<EntryRow> {
  requireCalls(ctx);
  const [entry] = await holdEntries(ctx.db, ctx.instance.id, [id]);
  return entry ?? fail('NOT_FOUND');
}

async function change(ctx: CommandContext, before: EntryRow, after: NewEntry): Promise<void> {
  const { db, instance } = ctx;
  await requireNew(ctx, after, before.name_id);
  await updateEntry(db, instance.id, before, after, true);
  await tellNumbers(ctx, [before.number, after.number]);
}
