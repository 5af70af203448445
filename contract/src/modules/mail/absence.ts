import * as v from 'valibot';
import {
  IdSchema,
  NothingSchema,
  defineCommand,
  defineQuery,
  takingAnswer,
  text,
  titleText,
} from '../../kernel/index.ts';
import { SMTP_LOG_TYPES } from './outgoing.ts';

const mayBeId = v.optional(v.nullable(IdSchema), null);
const instant = v.pipe(v.string(), v.isoTimestamp());
/** Whose: a person's, or that of an account which several share; one of both. */
const whose = { userId: mayBeId, accountId: mayBeId };
const isOne = ({ userId, accountId }: { userId: number | null; accountId: number | null }): boolean =>
  (userId === null) !== (accountId === null);

const absenceFields = {
  ...whose,
  startsAt: instant,
  endsAt: instant,
  subject: titleText(500),
  /** HTML as mails of ours may use it: for people outside, and for those of the own domains (empty: the same). */
  content: text(100_000),
  innerContent: v.optional(text(100_000), ''),
  /** Whether mails are answered at all; the substitute has them anyway. */
  answers: v.optional(v.boolean(), true),
  substituteId: mayBeId,
};

const AbsenceSchema = v.object({
  ...absenceFields,
  name: v.string(),
  substituteName: v.string(),
  changeable: v.boolean(),
  version: v.number(),
});

/** Own absences, those of accounts that one manages, and of everybody who is away now without what they answer. */
export const absences = defineQuery({
  name: 'mail.absences',
  params: NothingSchema,
  result: v.array(AbsenceSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['mailAbsences'],
  example: { params: {}, result: [] },
});

/** What the last absence that has begun has answered by itself, the newest first, at most 500. */
export const absenceAnswers = defineQuery({
  name: 'mail.absenceAnswers',
  cost: 'heavy',
  params: v.pipe(
    v.strictObject(whose),
    v.check((given) => isOne(given), 'ONE_OF_BOTH'),
  ),
  result: v.array(
    v.object({
      outgoingId: v.number(),
      /** ISO instant at which it was written. */
      at: v.string(),
      address: v.string(),
      state: v.picklist(SMTP_LOG_TYPES),
      /** The mail that it answers; null, and without a subject, where the person does not see that. */
      aggregateId: v.nullable(v.string()),
      subject: v.string(),
    }),
  ),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => ['mailAbsences', 'mailOutbox'],
  example: { params: { userId: 1 }, result: [] },
});

export const saveAbsence = defineCommand({
  name: 'mail.saveAbsence',
  params: v.pipe(
    takingAnswer({ ...absenceFields, aggregateVersion: v.optional(v.nullable(v.number()), null) }, AbsenceSchema),
    v.check((given) => isOne(given), 'ONE_OF_BOTH'),
  ),
  result: v.object({ version: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'VERSION_CONFLICT', 'ABSENCE_TIME', 'ABSENCE_SUBSTITUTE'],
  example: {
    params: {
      userId: 1,
      startsAt: '2026-12-21T00:00:00.000Z',
      endsAt: '2027-01-04T00:00:00.000Z',
      subject: 'Abwesend bis 3. Januar',
      content: '<p>Guten Tag,</p>',
      substituteId: 2,
    },
    result: { version: 1 },
  },
});

/** Ends an absence now, or calls off one that is to come. */
export const endAbsence = defineCommand({
  name: 'mail.endAbsence',
  params: v.pipe(
    v.strictObject(whose),
    v.check((given) => isOne(given), 'ONE_OF_BOTH'),
  ),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { userId: 1 }, result: {} },
});

export const absenceQueries = { absences, absenceAnswers } as const;
export const absenceCommands = { saveAbsence, endAbsence } as const;
export const absenceProblems = { ABSENCE_TIME: 422, ABSENCE_SUBSTITUTE: 422 } as const;
