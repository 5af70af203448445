import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery } from '../../kernel/index.ts';
import {
  FieldDefinitionSchema,
  MAX_FIELDS,
  RECORDS_KEY,
  ValueSchema,
  recordKey,
  recordParams,
  exampleName as name,
} from './entities.ts';

const key = v.pipe(v.string(), v.maxLength(40));
/** Milliseconds since 1970. */
const timestamp = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const byKey = <S extends v.GenericSchema>(value: S) =>
  v.pipe(
    v.record(key, value),
    v.check((values) => Object.keys(values).length <= MAX_FIELDS, 'TOO_MANY'),
  );

export const MAX_SIMILAR = 5;
/** Most records that become one at a time. */
export const MAX_MERGED = 10;
/** Groups of duplicates on a page. */
export const DUPLICATE_GROUPS = 25;
/** Why two records may be the same, the surest first. */
export const SIMILAR_REASONS = ['unique', 'address', 'number', 'title'] as const;
export type SimilarReason = (typeof SIMILAR_REASONS)[number];
/** What is read from the duplicates of a kind. */
export const duplicatesKey = (kindId: number): string => `recordDuplicates:${kindId}`;

/** A record by name. */
const named = { idoId: v.number(), displayName: v.string() };

/** A record that may be the one that is being written. */
export const SimilarRecordSchema = v.object({
  ...named,
  idoInstanceId: v.number(),
  instanceColor: v.string(),
  why: v.picklist(SIMILAR_REASONS),
  /** The field that says so; one of those that the title is made of, where it is the title. */
  key: v.string(),
});
export type SimilarRecord = v.InferOutput<typeof SimilarRecordSchema>;

/**
 * Records of the kind that may be the one whose values are being typed: of the same address, number or value of which there is one alone, or
 * of a title that is one edit away. The likeliest first, but for the record itself and those that somebody has called different from it.
 */
export const similar = defineQuery({
  name: 'record.similar',
  params: v.strictObject({
    idoInstanceId: IdSchema,
    idoId: v.optional(v.nullable(IdSchema), null),
    values: byKey(ValueSchema),
    /** The values are those of one of its contact persons: then addresses and numbers alone say something. */
    isOfContactPerson: v.optional(v.boolean(), false),
  }),
  result: v.array(SimilarRecordSchema),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  cached: false,
  refreshOn: () => [],
  example: {
    params: { idoInstanceId: 1, idoId: null, values: { name: 'Werft Neuman' } },
    result: [
      {
        idoId: 7,
        displayName: 'Werft Neumann, Kiel',
        idoInstanceId: 1,
        instanceColor: '#2f6f4f',
        why: 'title',
        key: 'name',
      },
    ],
  },
});

/** Records side by side, as they are before they become one. */
export const MergePreviewSchema = v.object({
  fields: v.array(FieldDefinitionSchema),
  /** The one that was changed last is first. */
  records: v.array(
    v.object({
      ...named,
      lastKnownChangeTimestamp: v.number(),
      createdAt: v.number(),
      values: v.record(v.string(), ValueSchema),
      links: v.number(),
    }),
  ),
  /** Contact persons, each of those that are the same one once, with the records that they are at. */
  contactPersons: v.array(v.object({ name: v.string(), idoIds: v.array(v.number()) })),
  /** Items that are linked with any of them. */
  links: v.number(),
});
export type MergePreview = v.InferOutput<typeof MergePreviewSchema>;

export const mergePreview = defineQuery({
  name: 'record.mergePreview',
  params: v.strictObject({
    idoInstanceId: IdSchema,
    idoIds: v.pipe(v.array(IdSchema), v.minLength(2), v.maxLength(MAX_MERGED)),
  }),
  result: MergePreviewSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  cached: false,
  refreshOn: ({ idoIds }) => [...idoIds.map(recordKey), 'recordKinds'],
  example: {
    params: { idoInstanceId: 1, idoIds: [7, 8] },
    result: {
      fields: [name],
      records: [
        {
          idoId: 7,
          displayName: 'Werft Neumann, Kiel',
          lastKnownChangeTimestamp: 1_760_000_001_000,
          createdAt: 1_760_000_000_000,
          values: { name: 'Werft Neumann' },
          links: 12,
        },
        {
          idoId: 8,
          displayName: 'Werft Neuman',
          lastKnownChangeTimestamp: 1_760_000_000_000,
          createdAt: 1_760_000_000_000,
          values: { name: 'Werft Neuman' },
          links: 3,
        },
      ],
      contactPersons: [{ name: 'Paul Neumann', idoIds: [7, 8] }],
      links: 14,
    },
  },
});

/** Records that have become one. */
export const MergeSchema = v.object({
  mergeId: v.number(),
  /** Milliseconds since 1970. */
  at: v.number(),
  /** Who did it. */
  name: v.string(),
  records: v.array(v.object(named)),
});
export type Merge = v.InferOutput<typeof MergeSchema>;

/** What a record has been made of, and can be parted into again; the last first. */
export const merges = defineQuery({
  name: 'record.merges',
  params: v.strictObject(recordParams),
  result: v.array(MergeSchema),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: ({ idoId }) => [recordKey(idoId)],
  example: {
    params: { idoId: 7, idoInstanceId: 1 },
    result: [
      { mergeId: 2, at: 1_760_000_002_000, name: 'Anna Behrens', records: [{ idoId: 8, displayName: 'Werft Neuman' }] },
    ],
  },
});

/** Groups of records that are likely to be the same, as they were found last, the likeliest first; `limit` groups a page. */
export const duplicates = defineQuery({
  name: 'record.duplicates',
  params: v.strictObject({
    idoInstanceId: IdSchema,
    page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), DUPLICATE_GROUPS),
  }),
  result: v.object({
    /** Milliseconds since 1970; null where nobody has looked for any yet. */
    searchedAt: v.nullable(v.number()),
    isSearching: v.boolean(),
    /** Pairs in all groups, those that are not among the groups here as well. */
    pairs: v.number(),
    /** Groups on all pages; of very many pairs those that are made of the first 20,000. */
    groupCount: v.number(),
    groups: v.array(
      v.object({
        why: v.array(v.picklist(SIMILAR_REASONS)),
        records: v.array(v.object({ ...named, changedAt: v.number(), idoTableViewAsHTML: v.string() })),
      }),
    ),
  }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  ownPaging: true,
  refreshOn: ({ idoInstanceId }) => [duplicatesKey(idoInstanceId), RECORDS_KEY],
  example: {
    params: { idoInstanceId: 1 },
    result: {
      searchedAt: 1_760_000_003_000,
      isSearching: false,
      pairs: 1,
      groupCount: 1,
      groups: [
        {
          why: ['title'],
          records: [
            { idoId: 7, displayName: 'Werft Neumann, Kiel', changedAt: 1_760_000_001_000, idoTableViewAsHTML: '' },
            { idoId: 8, displayName: 'Werft Neuman', changedAt: 1_760_000_000_000, idoTableViewAsHTML: '' },
          ],
        },
      ],
    },
  },
});

/** Looks for the duplicates of a kind anew, beside everything else. */
export const findDuplicates = defineCommand({
  name: 'record.findDuplicates',
  params: v.strictObject({ idoInstanceId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { idoInstanceId: 1 }, result: {} },
});

/** Records that are not the same, whatever they have in common: not said of each other any more. Or that may be, after all. */
export const markDifferent = defineCommand({
  name: 'record.markDifferent',
  params: v.strictObject({
    idoInstanceId: IdSchema,
    idoIds: v.pipe(v.array(IdSchema), v.minLength(2), v.maxLength(MAX_MERGED)),
    isDifferent: v.optional(v.boolean(), true),
  }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { idoInstanceId: 1, idoIds: [7, 8], isDifferent: true }, result: {} },
});

const looked = v.strictObject({ idoId: IdSchema, lastKnownChangeTimestamp: timestamp });

/**
 * Makes one record of several of a kind. `values` says by field whose value stands: that of one of them, or all of them in a field that has
 * lists or takes many lines; where nothing is said it is the kept one's, else the first that is filled. Contact persons come along, each once;
 * what the others are linked with is linked with the kept one; who asks for one of them is led to it. RECORD_CONFLICT where one of them was
 * changed since it was looked at.
 */
export const merge = defineCommand({
  name: 'record.merge',
  params: v.strictObject({
    idoInstanceId: IdSchema,
    keep: looked,
    others: v.pipe(v.array(looked), v.minLength(1), v.maxLength(MAX_MERGED - 1)),
    values: v.optional(byKey(v.union([IdSchema, v.literal('all')])), {}),
  }),
  result: v.object({
    mergeId: v.number(),
    idoId: v.number(),
    lastKnownChangeTimestamp: v.number(),
    links: v.number(),
    contactPersons: v.number(),
  }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_CONFLICT', 'RECORD_INVALID', 'RECORD_MERGED'],
  example: {
    params: {
      idoInstanceId: 1,
      keep: { idoId: 7, lastKnownChangeTimestamp: 1_760_000_001_000 },
      others: [{ idoId: 8, lastKnownChangeTimestamp: 1_760_000_000_000 }],
      values: { name: 7 },
    },
    result: { mergeId: 2, idoId: 7, lastKnownChangeTimestamp: 1_760_000_002_000, links: 3, contactPersons: 1 },
  },
  audit: {
    kind: 'items.deleted',
    subject: ({ keep, others }) => `record ${others.map(({ idoId }) => idoId).join(', ')} merged into ${keep.idoId}`,
  },
});

/**
 * Takes a merge back: each record is there again with what it had, and the kept one keeps what came to it since. What was taken away since
 * stays away, and is counted in `notBack`. RECORD_PART_LATER where the kept one has become part of another meanwhile: `data.mergeId` is to be parted first.
 */
export const part = defineCommand({
  name: 'record.part',
  params: v.strictObject({ mergeId: IdSchema }),
  result: v.object({
    idoId: v.number(),
    idoInstanceId: v.number(),
    idoIds: v.array(v.number()),
    notBack: v.object({ links: v.number(), contactPersons: v.number() }),
  }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_PART_LATER'],
  example: {
    params: { mergeId: 2 },
    result: { idoId: 7, idoInstanceId: 1, idoIds: [8], notBack: { links: 0, contactPersons: 0 } },
  },
  audit: { kind: 'items.restored', subject: ({ mergeId }) => `record merge ${mergeId}` },
});

export const mergingQueries = { similar, mergePreview, merges, duplicates } as const;
export const mergingCommands = { findDuplicates, markDifferent, merge, part } as const;
/** RECORD_MERGED: the record is another one now, `data` is `{ idoId, idoInstanceId, displayName }`. */
export const mergingProblems = { RECORD_MERGED: 409, RECORD_PART_LATER: 409 } as const;
