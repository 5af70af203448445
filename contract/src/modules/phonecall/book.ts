import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery, text, tidyName, titleText } from '../../kernel/index.ts';
import { MAX_CALLER_NAME, numberText } from './entities.ts';
import { NUMBERS_KEY } from './naming.ts';

/** Entries that one merge brings together at most. */
export const MAX_MERGED_ENTRIES = 50;
/** Days in which a merge can be undone. */
export const MERGE_UNDO_DAYS = 30;

export const bookName = v.pipe(
  titleText(MAX_CALLER_NAME),
  v.transform(tidyName),
  v.check((name) => name !== '', 'TEXT_EMPTY'),
);

/** A company; empty for none. */
const bookCompany = v.pipe(text(MAX_CALLER_NAME), v.transform(tidyName));

/** A name for a number. */
export const PhoneBookEntrySchema = v.object({
  id: v.number(),
  name: v.string(),
  /** Empty where none is known. */
  company: v.string(),
  /** As people of the instance's country read it. */
  number: v.string(),
  /** Calls and records that it names now. */
  linkCount: v.number(),
  /** What may stand in a link; empty where the number cannot be dialled. */
  dial: v.string(),
  /** Where it comes from: written by hand, brought by an import, by a card or by a call. */
  source: v.picklist(['hand', 'import', 'card', 'system']),
  /** When a call of it was the last time, in seconds since 1970; 0 for never. */
  lastCallTimestamp: v.number(),
});
export type PhoneBookEntry = v.InferOutput<typeof PhoneBookEntrySchema>;

const exampleEntry: PhoneBookEntry = {
  id: 12,
  name: 'Dirk Sievers',
  company: 'Hafenlogistik Sievers',
  number: '+49 471 95120',
  linkCount: 4,
  dial: '+4947195120',
  source: 'hand',
  lastCallTimestamp: 1_795_219_200,
};

const page = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)), 1);
const limit = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 100);

/** The phone book: by parts of names and companies, and by any three digits of numbers and more. */
export const bookItems = defineQuery({
  name: 'phoneBook.items',
  params: v.strictObject({ searchString: v.optional(text(200), '') }),
  result: v.array(PhoneBookEntrySchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [NUMBERS_KEY],
  list: {
    sortKeys: ['name', 'number', 'linkCount', 'lastCallTimestamp'],
    defaultSort: [{ property: 'name', direction: 'ASC' }],
  },
  example: { params: { searchString: 'siev' }, result: [exampleEntry] },
});

export const PhoneticGroupSchema = v.object({
  /** Numbers of the entries, ascending. */
  duplicateIdTuple: v.array(v.number()),
  countOfPhoneticSimilarEntries: v.number(),
  /** The entries themselves, at most `MAX_MERGED_ENTRIES`. */
  entries: v.array(PhoneBookEntrySchema),
});
export type PhoneticGroup = v.InferOutput<typeof PhoneticGroupSchema>;

/** Entries that sound alike, the largest groups first. Those that somebody called different stay apart. */
export const similar = defineQuery({
  name: 'phoneBook.similar',
  params: v.strictObject({ page, limit }),
  result: v.array(PhoneticGroupSchema),
  ownPaging: true,
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [NUMBERS_KEY],
  example: {
    params: { page: 1, limit: 20 },
    result: [
      {
        duplicateIdTuple: [12, 40],
        countOfPhoneticSimilarEntries: 2,
        entries: [exampleEntry, { ...exampleEntry, id: 40, name: 'Dirk Sivers', linkCount: 1 }],
      },
    ],
  },
});

/** Merges that can be undone yet, the newest first. */
export const merges = defineQuery({
  name: 'phoneBook.merges',
  params: NothingSchema,
  result: v.array(
    v.object({
      mergeId: v.number(),
      name: v.string(),
      replaced: v.array(v.string()),
      by: v.string(),
      /** ISO 8601. */
      at: v.string(),
    }),
  ),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [NUMBERS_KEY],
  example: {
    params: {},
    result: [
      {
        mergeId: 2,
        name: 'Dirk Sievers',
        replaced: ['Dirk Sivers'],
        by: 'Anna Berger',
        at: '2026-11-26T09:41:00.000Z',
      },
    ],
  },
});

/** The whole phone book as a file: one vCard an entry, or a table with semicolons. */
export const exported = defineQuery({
  name: 'phoneBook.export',
  cost: 'heavy',
  params: v.strictObject({ format: v.picklist(['vcard', 'csv']) }),
  result: v.unknown(),
  bytes: true,
  audit: 'data.exported',
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [NUMBERS_KEY],
  example: { params: { format: 'csv' }, result: null },
});

const faults = ['NOT_FOUND', 'RIGHT_MISSING', 'PHONE_NUMBER_INVALID', 'PHONE_BOOK_ENTRY_EXISTS'];

/** Writes a name for a number. */
export const createEntry = defineCommand({
  name: 'phoneBook.create',
  params: v.strictObject({ name: bookName, number: numberText, company: v.optional(bookCompany, '') }),
  result: v.object({ id: v.number() }),
  errors: faults,
  example: { params: { name: 'Dirk Sievers', number: '0471 95120' }, result: { id: 12 } },
});

export const updateName = defineCommand({
  name: 'phoneBook.updateName',
  params: v.strictObject({ phonebookNumber2NameId: IdSchema, updatedName: bookName }),
  result: NothingSchema,
  errors: faults,
  example: { params: { phonebookNumber2NameId: 12, updatedName: 'Dirk Sievers' }, result: {} },
});

export const updateNumber = defineCommand({
  name: 'phoneBook.updateNumber',
  params: v.strictObject({ phonebookNumber2NameId: IdSchema, updatedNumber: numberText }),
  result: NothingSchema,
  errors: faults,
  example: { params: { phonebookNumber2NameId: 12, updatedNumber: '0471 95121' }, result: {} },
});

/** Says which company the one is of whom an entry names; empty: none. */
export const updateCompany = defineCommand({
  name: 'phoneBook.updateCompany',
  params: v.strictObject({ phonebookNumber2NameId: IdSchema, updatedCompany: bookCompany }),
  result: NothingSchema,
  errors: faults,
  example: { params: { phonebookNumber2NameId: 12, updatedCompany: 'Hafenlogistik Sievers' }, result: {} },
});

/** Takes entries out of the phone book. Calls keep their numbers. */
export const removeEntries = defineCommand({
  name: 'phoneBook.delete',
  params: v.strictObject({ phoneBookEntryIds: v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(500)) }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING'],
  example: { params: { phoneBookEntryIds: [12] }, result: {} },
});

const ids = v.pipe(v.array(IdSchema), v.maxLength(MAX_MERGED_ENTRIES));

/**
 * Lets one entry stand for others, whose numbers it has too from now on. Those that are ignored are never again offered together with any of
 * these.
 */
export const merge = defineCommand({
  name: 'phoneBook.merge',
  params: v.strictObject({
    primaryPhoneBookEntryId: IdSchema,
    replacedPhoneBookEntryIds: ids,
    ignoredPhoneBookEntryIds: v.optional(ids, []),
  }),
  /** Null where nothing was replaced. */
  result: v.object({ mergeId: v.nullable(v.number()) }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'PHONE_BOOK_MERGE_INVALID'],
  example: {
    params: { primaryPhoneBookEntryId: 12, replacedPhoneBookEntryIds: [40], ignoredPhoneBookEntryIds: [] },
    result: { mergeId: 2 },
  },
});

/** Parts what a merge has brought together; what was changed since stays with the entry that it was changed in. */
export const undoMerge = defineCommand({
  name: 'phoneBook.undoMerge',
  params: v.strictObject({ mergeId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'PHONE_BOOK_MERGE_GONE'],
  example: { params: { mergeId: 2 }, result: {} },
});

export const bookQueries = { bookItems, similar, merges, exported } as const;
export const bookCommands = {
  createEntry,
  updateName,
  updateNumber,
  updateCompany,
  removeEntries,
  merge,
  undoMerge,
} as const;
