import * as v from 'valibot';
import { IdSchema, InstantSchema, text, titleText } from '../../kernel/index.ts';
import { EntryRowSchema, RelatedItemSchema } from '../activity/index.ts';
import { LinkSchema } from '../record/index.ts';

export const MAX_MEMO_TITLE = 300;
/** UTF-16 units of a memo's HTML. */
export const MAX_MEMO_CONTENT = 1_000_000;
/** Seconds: a year. */
export const MAX_MEMO_DURATION = 31_536_000;

/** What a memo is about, as every instance begins: its number is its place here, from 1. Readers have these names in their language. */
export const COMMUNICATION_TYPES = ['call', 'mail', 'meeting', 'visit', 'video', 'letter', 'other'] as const;
export type CommunicationType = (typeof COMMUNICATION_TYPES)[number];
export const MAX_TYPES = 100;
export const MAX_TYPE_NAME = 60;
/** What is read from the list of them. */
export const TYPES_KEY = 'communicationTypes';

/** One of the instance's own list: `communicationType` is one of `COMMUNICATION_TYPES` until somebody calls it otherwise. */
export const CommunicationTypeSchema = v.object({ id: v.number(), communicationType: v.string() });

/** Fields of a memo in `extras` of its list entry. */
export const MemoExtrasSchema = v.object({
  /** Null where it has none. */
  communicationTypeId: v.nullable(v.number()),
  /** Seconds; 0 where it is not known. */
  duration: v.number(),
  hasAlarm: v.boolean(),
  /** How its text begins. */
  preview: v.string(),
});
export type MemoExtras = v.InferOutput<typeof MemoExtrasSchema>;

/** Extras of a memo of which only what was stored is known. */
export const memoExtras = (stored: Partial<MemoExtras>): MemoExtras => ({
  communicationTypeId: null,
  duration: 0,
  hasAlarm: false,
  preview: '',
  ...stored,
});

/** What can be written of a memo. */
export const MemoFieldsSchema = {
  title: v.pipe(titleText(MAX_MEMO_TITLE), v.trim()),
  /** HTML as notes may have it. */
  content: text(MAX_MEMO_CONTENT),
  /** When its author is called to it; null for never. */
  alarm: v.nullable(InstantSchema),
  communicationTypeId: v.nullable(IdSchema),
  /** A contact person of a record that it is linked with; null for none. */
  contactPersonId: v.nullable(IdSchema),
  duration: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_MEMO_DURATION)),
  /** When it took place, in seconds since 1970. */
  timestamp: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
};
const FieldsSchema = v.object(MemoFieldsSchema);
export type MemoFields = v.InferOutput<typeof FieldsSchema>;

/** A memo as its screen shows it. */
export const MemoDetailSchema = v.object({
  aggregateId: v.string(),
  /** The number that an edit names, so that two who edit at once do not undo each other. */
  aggregateVersion: v.number(),
  title: v.string(),
  content: v.string(),
  alarm: v.nullable(v.string()),
  author: v.string(),
  authorId: v.number(),
  communicationTypeId: v.nullable(v.number()),
  /** Those that are offered, with its own. */
  availableCommunicationTypes: v.array(CommunicationTypeSchema),
  contactPersonId: v.nullable(v.number()),
  /** Those of the records that it is linked with; empty for who sees no records. */
  contactPersonAvailableUsers: v.array(
    v.object({ id: v.number(), displayName: v.string(), userAvatar: v.nullable(v.string()) }),
  ),
  duration: v.number(),
  timestamp: v.number(),
  /** Whether the person may write in it. */
  changeable: v.boolean(),
  links: v.array(LinkSchema),
  related: v.array(RelatedItemSchema),
  entry: EntryRowSchema,
});
export type MemoDetail = v.InferOutput<typeof MemoDetailSchema>;
