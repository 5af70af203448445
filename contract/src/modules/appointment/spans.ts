import * as v from 'valibot';
import { rowReader } from '../../kernel/index.ts';
import { TimeModeSchema } from './fields.ts';
import { ParticipationSchema } from './people.ts';

/** How a calendar is taken: for sure, provisionally, or by something that leaves its person free. */
export const SPAN_KINDS = ['busy', 'tentative', 'free'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

/** Time that one occurrence takes in one calendar. Of what the person sees as taken alone everything from `appointmentId` on is empty. */
const SPAN = {
  calendarId: v.number(),
  /** ISO 8601 instant; of what has no hours a day. */
  start: v.string(),
  /** The same; a day belongs to it. */
  end: v.string(),
  timeMode: TimeModeSchema,
  kind: v.picklist(SPAN_KINDS),
  /** Null where the person sees no more than that it is taken. */
  appointmentId: v.nullable(v.number()),
  /** Names the occurrence of a series: `sourceContainerId` of its aggregate id. 0 for one that is of none. */
  original: v.number(),
  title: v.nullable(v.string()),
  location: v.string(),
  color: v.string(),
  appointmentType: v.nullable(v.number()),
  isPrivate: v.boolean(),
  repeats: v.boolean(),
  /** What the person of the calendar has said. */
  participation: ParticipationSchema,
  writepermission: v.boolean(),
  linkedIdoCounter: v.number(),
  participants: v.number(),
  dstChange: v.boolean(),
} as const;
export const SpanSchema = v.object(SPAN);
export type Span = v.InferOutput<typeof SpanSchema>;

export const SPAN_COLUMNS = Object.keys(SPAN) as readonly (keyof Span)[];

/** Spans in short form: the names of the columns once, then one array a span. */
export const SpanRowsSchema = v.object({
  columns: v.array(v.string()),
  rows: v.pipe(
    v.array(v.array(v.unknown())),
    v.check((rows) => rows.every((row) => v.is(SpanSchema, readSpan(row))), 'SPAN_INVALID'),
  ),
});

/** Reads one of the rows. */
export const readSpan: (row: readonly unknown[]) => Span = rowReader<Span>(SPAN_COLUMNS);
/** A span as such a row. */
export const spanRow = (span: Span): readonly unknown[] => SPAN_COLUMNS.map((column) => span[column]);

/** Times at which a calendar is taken, put together. */
export const TakenSchema = v.object({
  calendarId: v.number(),
  /** In the order of their beginnings, as instants; whole days from midnight to midnight in the zone that was asked for. */
  times: v.array(v.object({ start: v.string(), end: v.string(), kind: v.picklist(['busy', 'tentative']) })),
});
export type Taken = v.InferOutput<typeof TakenSchema>;
