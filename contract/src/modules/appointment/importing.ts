import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery } from '../../kernel/index.ts';
import { TimeModeSchema } from './fields.ts';

/** What one file may be, zipped and unzipped. */
export const CALENDAR_IMPORT_LIMITS = { bytes: 10_000_000, events: 20_000 } as const;
/** Days after which the file and what an import noted are gone, and with them the way back. */
export const CALENDAR_IMPORT_DAYS = 30;
/** Appointments of a preview, and faults that are told one by one. */
export const MAX_IMPORT_SHOWN = 20;
export const MAX_IMPORT_FAULTS = 100;

/** What is read from the person's own imports. */
export const CALENDAR_IMPORTS_KEY = 'calendarImports';

/** `checking`, `checked`: the dry run. `stopped`: by its person, and goes on when it is started. `failed`: `why` says what happened. */
export const CALENDAR_IMPORT_STATES = [
  'checking',
  'checked',
  'running',
  'stopped',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export type CalendarImportState = (typeof CALENDAR_IMPORT_STATES)[number];

/** What becomes of an appointment: made, changed (it is there, and older), left as it is (it is there), or none (it cannot be read or kept). */
export const CALENDAR_IMPORT_OUTCOMES = ['made', 'changed', 'skipped', 'faulty'] as const;
export type CalendarImportOutcome = (typeof CALENDAR_IMPORT_OUTCOMES)[number];

/**
 * Why something is not taken. `broken`: it does not end, or cannot be read; `times`: no beginning, or outside of the years; `uid`: nothing tells which one it is; `calendar`: a file in an
 * archive that is no calendar; `large`, `locked`: one that is too large, or has a password; `rule`: its repetition cannot be kept; `foreign`: an organiser outside, or somebody
 * else, says when it is.
 */
export const CALENDAR_IMPORT_FAULTS = [
  'broken',
  'times',
  'uid',
  'calendar',
  'large',
  'locked',
  'rule',
  'foreign',
  'other',
] as const;
export type CalendarImportFault = (typeof CALENDAR_IMPORT_FAULTS)[number];

const count = v.number();
export const CalendarImportRowSchema = v.object({
  title: v.string(),
  /** As `startDate` and `endDate` of an appointment. */
  startDate: v.string(),
  endDate: v.string(),
  timeMode: TimeModeSchema,
  repeats: v.boolean(),
  outcome: v.picklist(CALENDAR_IMPORT_OUTCOMES),
});
export type CalendarImportRow = v.InferOutput<typeof CalendarImportRowSchema>;

export const CalendarImportFaultSchema = v.object({
  /** In an archive; empty for the file itself. */
  file: v.string(),
  /** Where it begins; 0 for a whole file. */
  line: v.number(),
  title: v.string(),
  why: v.picklist(CALENDAR_IMPORT_FAULTS),
});
export type CalendarImportProblem = v.InferOutput<typeof CalendarImportFaultSchema>;

export const CalendarImportSchema = v.object({
  importId: v.number(),
  /** Of the file. */
  name: v.string(),
  /** Bytes. */
  size: v.number(),
  state: v.picklist(CALENDAR_IMPORT_STATES),
  /** Code of what ended it, where it failed. */
  why: v.nullable(v.string()),
  /** Appointments in it, once the dry run has counted them, and how many of them are done. */
  events: v.nullable(count),
  at: count,
  /** By what becomes or became of them, each in one of the numbers. */
  made: count,
  changed: count,
  skipped: count,
  faulty: count,
  /** Of an undo: taken back, and left because something has happened with it since. */
  taken: count,
  left: count,
  /** The first of them, and the first that are not taken. */
  rows: v.array(CalendarImportRowSchema),
  faults: v.array(CalendarImportFaultSchema),
  /** ISO instants. */
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
  /** Whether there is still a way back. */
  isKept: v.boolean(),
});
export type CalendarImport = v.InferOutput<typeof CalendarImportSchema>;

const example: CalendarImport = {
  importId: 1,
  name: 'takeout.zip',
  size: 20_480,
  state: 'checked',
  why: null,
  events: 4,
  at: 4,
  made: 1,
  changed: 1,
  skipped: 1,
  faulty: 1,
  taken: 0,
  left: 0,
  rows: [
    {
      title: 'Probe',
      startDate: '2026-12-01T09:00:00',
      endDate: '2026-12-01T10:00:00',
      timeMode: 'fixedTime',
      repeats: true,
      outcome: 'made',
    },
  ],
  faults: [{ file: 'Takeout/Kalender/privat.ics', line: 12, title: 'Fest', why: 'times' }],
  createdAt: '2026-11-02T09:00:00.000Z',
  endedAt: null,
  isKept: true,
};

const byImport = v.strictObject({ importId: IdSchema });
const everywhere = ['RIGHT_MISSING', 'NOT_FOUND'];

/** The person's imports of calendars, the newest 20 first. */
export const imports = defineQuery({
  name: 'appointment.imports',
  params: NothingSchema,
  result: v.object({ imports: v.array(CalendarImportSchema) }),
  errors: ['RIGHT_MISSING'],
  cached: false,
  refreshOn: () => [CALENDAR_IMPORTS_KEY],
  example: { params: {}, result: { imports: [example] } },
});

/** Begins an import of an uploaded calendar, or of an archive (ZIP) of some, into the person's own: what would come of it is found out in the background. */
export const beginImport = defineCommand({
  name: 'appointment.beginImport',
  params: v.strictObject({ attachmentId: IdSchema }),
  result: v.object({ importId: v.number() }),
  errors: ['RIGHT_MISSING', 'CALENDAR_IMPORT_MISSING', 'CALENDAR_IMPORT_TOO_LARGE'],
  example: { params: { attachmentId: 3 }, result: { importId: 1 } },
});

/** Imports what the dry run was made of, or goes on with what was stopped. `replaces`: what is there and older than in the file becomes as it is there. */
export const startImport = defineCommand({
  name: 'appointment.startImport',
  params: v.strictObject({ importId: IdSchema, replaces: v.boolean() }),
  result: NothingSchema,
  errors: [...everywhere, 'CALENDAR_IMPORT_STATE'],
  audit: { kind: 'data.imported', subject: ({ importId }) => `calendar import ${importId}` },
  example: { params: { importId: 1, replaces: false }, result: {} },
});

/** Ends an import or an undo behind the appointment that it is at. */
export const stopImport = defineCommand({
  name: 'appointment.stopImport',
  params: byImport,
  result: NothingSchema,
  errors: [...everywhere, 'CALENDAR_IMPORT_STATE'],
  example: { params: { importId: 1 }, result: {} },
});

/** Takes back, in the background, what an import has made and changed, but for what somebody has changed since. */
export const undoImport = defineCommand({
  name: 'appointment.undoImport',
  params: byImport,
  result: NothingSchema,
  errors: [...everywhere, 'CALENDAR_IMPORT_STATE'],
  audit: { kind: 'data.imported', subject: ({ importId }) => `calendar import ${importId}, taken back` },
  example: { params: { importId: 1 }, result: {} },
});

/** Throws away an import that was not started. */
export const dropImport = defineCommand({
  name: 'appointment.dropImport',
  params: byImport,
  result: NothingSchema,
  errors: [...everywhere, 'CALENDAR_IMPORT_STATE'],
  example: { params: { importId: 1 }, result: {} },
});

export const calendarImportQueries = { imports } as const;
export const calendarImportCommands = { beginImport, startImport, stopImport, undoImport, dropImport } as const;
