import * as v from 'valibot';
import { AUDIT_KINDS, DaySchema, IdSchema, NothingSchema, defineQuery, text } from '../../kernel/index.ts';

export const AuditEntrySchema = v.object({
  entryId: IdSchema,
  /** ISO instant, by the server's clock. */
  at: v.string(),
  kind: v.picklist(AUDIT_KINDS),
  /** Who did it; null for a stranger, the operator at the command line, or the server itself. */
  userId: v.nullable(IdSchema),
  /** As it was at that time; for a refused sign-in, the name that was tried, and none where nobody bears it. */
  userName: v.string(),
  /** From where: the network address, and the program as it calls itself. No address for what was done on the server. */
  address: v.string(),
  device: v.string(),
  /** Whom or what it was done to, in words that stay true: a person's name, the number of items. */
  subject: v.string(),
  /**
   * What else is to know, as texts. Never a secret, a password, or the content of an item. An operation that declares `audit` leaves its name
   * (`operation`), the number of items (`items`) and the first of their ids (`ids`); what was counted by the minute, how often (`repeated`).
   */
  details: v.record(v.string(), v.string()),
});
export type AuditEntry = v.InferOutput<typeof AuditEntrySchema>;

/** Which entries: days are those of the instance's time zone, both included. */
const filter = {
  from: v.optional(v.nullable(DaySchema), null),
  to: v.optional(v.nullable(DaySchema), null),
  userId: v.optional(v.nullable(IdSchema), null),
  kinds: v.optional(v.pipe(v.array(v.picklist(AUDIT_KINDS)), v.maxLength(AUDIT_KINDS.length)), []),
  /** Words in names, addresses, subjects and details. */
  search: v.optional(text(200), ''),
};
const exampleFilter = { from: '2026-11-01', to: null, userId: null, kinds: ['rights.changed' as const], search: '' };

/** Most entries of one answer. */
export const MAX_AUDIT_ENTRIES = 200;

/** Entries of the audit log, the newest first; `before` goes on behind the last one of an answer. For administrators. */
export const auditLog = defineQuery({
  name: 'account.auditLog',
  cost: 'heavy',
  params: v.strictObject({
    ...filter,
    before: v.optional(v.nullable(IdSchema), null),
    most: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_AUDIT_ENTRIES)), 100),
  }),
  result: v.object({ entries: v.array(AuditEntrySchema), hasMore: v.boolean() }),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['audit'],
  cached: false,
  example: {
    params: { ...exampleFilter, before: null, most: 100 },
    result: {
      entries: [
        {
          entryId: 812,
          at: '2026-11-20T08:00:00.000Z',
          kind: 'rights.changed',
          userId: 1,
          userName: 'anna',
          address: '192.168.2.17',
          device: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
          subject: 'ben',
          details: { added: 'taskList', removed: '' },
        },
      ],
      hasMore: false,
    },
  },
});

/** The filtered entries, oldest first, as a file: CSV for spreadsheets (formulas made harmless), or JSON lines with the hashes. Is itself noted. For administrators. */
export const auditExport = defineQuery({
  name: 'account.auditExport',
  cost: 'heavy',
  params: v.strictObject({ ...filter, format: v.picklist(['csv', 'jsonl']) }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING'],
  bytes: true,
  cached: false,
  refreshOn: () => [],
  example: { params: { ...exampleFilter, format: 'csv' }, result: {} },
});

/** Whether the chain of hashes is whole: every entry vouches for all before it. For administrators. */
export const auditState = defineQuery({
  name: 'account.auditState',
  cost: 'heavy',
  params: NothingSchema,
  result: v.object({
    entries: v.number(),
    /** Hash of the newest entry, hex; what an operator may keep elsewhere, to prove later that nothing was cut off. */
    lastHash: v.nullable(v.string()),
    /** First entry that does not fit the one before it; null where all is well. */
    brokenAt: v.nullable(IdSchema),
  }),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['audit'],
  cached: false,
  example: { params: {}, result: { entries: 812, lastHash: null, brokenAt: null } },
});

export const auditQueries = { auditLog, auditExport, auditState } as const;
