import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  defineQuery,
  defineTransientEvent,
  filledText,
  formatAggregateId,
  itemKey,
  takingAnswer,
} from '../../kernel/index.ts';
import { ATTENDANCE_KEY, AttendantSchema, DoingSchema, attendedPayload, listKey } from '../activity/index.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const aggregateIds = v.pipe(v.array(AggregateIdSchema), v.minLength(1), v.maxLength(100));
const ChangedSchema = v.object({ aggregateIds: v.array(v.string()), missing: v.array(v.string()) });
const changed = { aggregateIds: [exampleId], missing: [] };
const byAccount = v.strictObject({ accountId: IdSchema });

/** What somebody may do with an account: who is named at all sees its mails. */
const rightFields = {
  subject: v.picklist(['person', 'group']),
  subjectId: IdSchema,
  /** Sends as the account, claims, deletes and marks as spam. */
  sends: v.boolean(),
  /** Changes its settings, rules and rights. */
  manages: v.boolean(),
};
/** `people`: how many a group has, 1 for a person. */
const RightSchema = v.object({ ...rightFields, name: v.string(), people: v.number() });
const RightsSchema = v.object({
  owner: v.object({ userId: v.number(), name: v.string() }),
  rights: v.array(RightSchema),
  version: v.number(),
});
export const MAX_RIGHTS = 500;

export const rights = defineQuery({
  name: 'mail.rights',
  params: byAccount,
  result: RightsSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => ['mailAccounts', 'people'],
  example: {
    params: { accountId: 1 },
    result: {
      owner: { userId: 1, name: 'Anna Berger' },
      rights: [{ subject: 'person', subjectId: 2, sends: true, manages: false, name: 'Ben Arndt', people: 1 }],
      version: 1,
    },
  },
});

/** Gives these people and groups, and no others, rights in an account. Who is not named any more sees its mails no longer, at once. */
export const saveRights = defineCommand({
  name: 'mail.saveRights',
  params: takingAnswer(
    {
      accountId: IdSchema,
      rights: v.pipe(v.array(takingAnswer(rightFields, RightSchema)), v.maxLength(MAX_RIGHTS)),
      aggregateVersion: v.number(),
    },
    RightsSchema,
  ),
  result: v.object({ version: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'VERSION_CONFLICT'],
  example: {
    params: {
      accountId: 1,
      rights: [{ subject: 'person', subjectId: 2, sends: true, manages: false }],
      aggregateVersion: 1,
    },
    result: { version: 2 },
  },
});

/** Says that the person takes care of mails. One that a colleague has claimed is refused unless it is taken over. */
export const claim = defineCommand({
  name: 'mail.claim',
  params: v.strictObject({ aggregateIds, isTakenOver: v.optional(v.boolean(), false) }),
  result: ChangedSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MAIL_CLAIMED'],
  example: { params: { aggregateIds: [exampleId] }, result: changed },
});

/** Gives mails back to all. Those of another only who manages the account can. */
export const release = defineCommand({
  name: 'mail.release',
  params: v.strictObject({ aggregateIds }),
  result: ChangedSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateIds: [exampleId] }, result: changed },
});

/** Says what the person is doing with a draft; with a mail: `activity.attend`. */
export const attend = defineCommand({
  name: 'mail.attend',
  fleeting: true,
  params: v.strictObject({ draftId: IdSchema, doing: DoingSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { draftId: 3, doing: 'answering' }, result: {} },
});

/** Who else is at a draft. */
export const attendance = defineQuery({
  name: 'mail.attendance',
  params: v.strictObject({ draftId: IdSchema }),
  result: v.array(AttendantSchema),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  cached: false,
  refreshOn: () => [ATTENDANCE_KEY],
  example: { params: { draftId: 3 }, result: [] },
});

/** The people who are at a draft are others than before. Goes to all who see it. */
export const attended = defineTransientEvent('mail.attended', v.object({ ...attendedPayload, draftId: v.number() }), {
  keys: [ATTENDANCE_KEY],
});

const CommentSchema = v.object({
  commentId: v.number(),
  userId: v.number(),
  name: v.string(),
  avatar: v.nullable(v.string()),
  content: v.string(),
  mentions: v.array(v.number()),
  at: v.number(),
  editedAt: v.nullable(v.number()),
  changeable: v.boolean(),
  version: v.number(),
});

/** What colleagues say about a mail among themselves. It leaves the company by no way. */
export const comments = defineQuery({
  name: 'mail.comments',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: v.array(CommentSchema),
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: { aggregateId: exampleId }, result: [] },
});

/** Letters of a comment, and people whom it names. */
export const MAX_COMMENT = 10_000;
export const MAX_MENTIONS = 50;
const content = filledText(MAX_COMMENT);

/** `isShown`: whoever is mentioned and does not see the mail does from now on; else that is an error. */
export const addComment = defineCommand({
  name: 'mail.addComment',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    content,
    mentions: v.optional(v.pipe(v.array(IdSchema), v.maxLength(MAX_MENTIONS)), []),
    isShown: v.optional(v.boolean(), false),
  }),
  result: v.object({ commentId: IdSchema }),
  errors: ['NOT_FOUND', 'COMMENT_UNSEEN'],
  example: { params: { aggregateId: exampleId, content: 'Ich rufe an.' }, result: { commentId: 1 } },
});

export const editComment = defineCommand({
  name: 'mail.editComment',
  params: takingAnswer({ commentId: IdSchema, content, aggregateVersion: v.number() }, CommentSchema),
  result: v.object({ version: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'VERSION_CONFLICT'],
  example: { params: { commentId: 1, content: 'Ich habe angerufen.', aggregateVersion: 1 }, result: { version: 2 } },
});

export const deleteComment = defineCommand({
  name: 'mail.deleteComment',
  params: v.strictObject({ commentId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { commentId: 1 }, result: {} },
});

/** What became of the mails of the person's last absence. Administrators may name another person. */
export const handover = defineQuery({
  name: 'mail.handover',
  cost: 'heavy',
  params: v.strictObject({ userId: v.optional(v.nullable(IdSchema), null) }),
  result: v.array(
    v.object({
      aggregateId: v.string(),
      subject: v.string(),
      contact: v.string(),
      timestamp: v.number(),
      status: v.number(),
      answeredBy: v.nullable(v.string()),
    }),
  ),
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  refreshOn: () => [listKey('email')],
  example: { params: {}, result: [] },
});

export const teamworkQueries = { rights, attendance, comments } as const;
export const teamworkCommands = {
  saveRights,
  claim,
  release,
  attend,
  addComment,
  editComment,
  deleteComment,
} as const;
/** Of absences: `absence.ts`. */
export const handoverQueries = { handover } as const;
export const teamworkEvents = { attended } as const;
export const teamworkProblems = { MAIL_CLAIMED: 409, COMMENT_UNSEEN: 422 } as const;
