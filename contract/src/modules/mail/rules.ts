import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  defineQuery,
  filledText,
  formatAggregateId,
  takingAnswer,
  text,
  titleText,
} from '../../kernel/index.ts';
import { StateSchema } from '../activity/index.ts';
import { TypedAddressSchema } from './written.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const exampleRuleId = '0b9a6c0e-3c55-4f0e-8a56-6b1f6a3d2c11';
const ruleId = v.pipe(v.string(), v.toLowerCase(), v.uuid());
const whose = v.optional(v.nullable(IdSchema), null);

export const MAX_RULES = 200;

/** Words are looked for without regard to case. There are no patterns: nothing that somebody else writes can make a rule hang. */
export const RULE_TEXTS = ['from', 'to', 'cc', 'receivers', 'subject', 'body', 'attachmentName', 'header'] as const;
export const RULE_COMPARISONS = ['contains', 'containsNot', 'equals', 'begins', 'ends', 'matchesDomain'] as const;
export const RULE_FACTS = [
  'hasAttachment',
  'isBulk',
  'isAutomatic',
  'isInvitation',
  'isWarned',
  'isKnownSender',
  'isOnlyReceiver',
  /** The sender's address is one of a record's. */
  'isOfRecord',
  /** A rule before has linked it, or a mail of its thread is. */
  'isLinked',
] as const;
const dayTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

export const RuleConditionSchema = v.variant('field', [
  v.strictObject({
    field: v.picklist(RULE_TEXTS),
    is: v.picklist(RULE_COMPARISONS),
    /** One of them is enough. */
    values: v.pipe(v.array(filledText(500)), v.minLength(1), v.maxLength(100)),
    /** Name of the header field, for `header`. */
    header: v.optional(text(100), ''),
  }),
  v.strictObject({
    field: v.literal('size'),
    is: v.picklist(['over', 'under']),
    bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  v.strictObject({ field: v.picklist(RULE_FACTS), is: v.boolean() }),
  v.strictObject({ field: v.literal('authentication'), is: v.picklist(['confirmed', 'unconfirmed', 'failed']) }),
  /** In the zone of the instance; days from 1, Monday. `from` after `to` reaches over midnight. */
  v.strictObject({
    field: v.literal('time'),
    from: dayTime,
    to: dayTime,
    weekdays: v.pipe(v.array(v.picklist([1, 2, 3, 4, 5, 6, 7])), v.minLength(1), v.maxLength(7)),
  }),
]);
export type RuleCondition = v.InferOutput<typeof RuleConditionSchema>;

export const RuleActionSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('state'), state: StateSchema }),
  /** `recordsOfSender`: it is linked with all records that the sender's address is one of. */
  v.strictObject({ kind: v.picklist(['archive', 'trash', 'spam', 'recordsOfSender']) }),
  /** `box`: that account's people see it instead of this one's. */
  v.strictObject({ kind: v.picklist(['box', 'copy']), accountId: IdSchema }),
  v.strictObject({ kind: v.literal('claim'), userId: IdSchema }),
  v.strictObject({
    kind: v.literal('snooze'),
    hours: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(720)),
  }),
  v.strictObject({ kind: v.literal('record'), idoId: IdSchema, idoInstanceId: IdSchema }),
  v.strictObject({ kind: v.literal('answer'), templateId: IdSchema }),
  v.strictObject({
    kind: v.literal('forward'),
    to: v.pipe(v.array(TypedAddressSchema), v.minLength(1), v.maxLength(10)),
    asAttachment: v.optional(v.boolean(), false),
  }),
  v.strictObject({
    kind: v.literal('tell'),
    userIds: v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(50)),
  }),
]);
export type RuleAction = v.InferOutput<typeof RuleActionSchema>;

const ruleFields = {
  /** The client's own. */
  ruleId,
  /** Null: the person's own rule, for what they see of any account. */
  accountId: whose,
  name: v.pipe(titleText(100), v.trim(), v.minLength(1)),
  isOn: v.boolean(),
  match: v.picklist(['all', 'any']),
  conditions: v.pipe(v.array(RuleConditionSchema), v.minLength(1), v.maxLength(30)),
  actions: v.pipe(v.array(RuleActionSchema), v.minLength(1), v.maxLength(10)),
  /** No later rule is looked at where this one fired. */
  stops: v.optional(v.boolean(), false),
};
export const RuleSchema = v.object({
  ...ruleFields,
  place: v.number(),
  version: v.number(),
  ownerName: v.string(),
  changeable: v.boolean(),
  /** Numbers of actions whose target is gone, or may not be used any more. */
  broken: v.array(v.number()),
});
export type Rule = v.InferOutput<typeof RuleSchema>;

const exampleFields = {
  ruleId: exampleRuleId,
  accountId: 1,
  name: 'Rechnungen zu Ben',
  isOn: true,
  match: 'all' as const,
  conditions: [{ field: 'subject' as const, is: 'contains' as const, values: ['Rechnung', 'Invoice'], header: '' }],
  actions: [{ kind: 'claim' as const, userId: 2 }],
  stops: false,
};

/** The rules of an account, or the person's own, in their order. */
export const rules = defineQuery({
  name: 'mail.rules',
  params: v.strictObject({ accountId: whose }),
  result: v.array(RuleSchema),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => ['mailRules'],
  example: {
    params: { accountId: 1 },
    result: [{ ...exampleFields, place: 1, version: 1, ownerName: 'Anna Berger', changeable: true, broken: [] }],
  },
});

/** Makes a rule, at the end of the others, or changes it. It is for mails that come from now on. */
export const saveRule = defineCommand({
  name: 'mail.saveRule',
  params: takingAnswer({ ...ruleFields, aggregateVersion: v.optional(v.nullable(v.number()), null) }, RuleSchema),
  result: v.object({ ruleId: v.string(), version: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'VERSION_CONFLICT', 'RULE_INVALID', 'RULE_TOO_MANY'],
  example: { params: exampleFields, result: { ruleId: exampleRuleId, version: 1 } },
});

export const deleteRule = defineCommand({
  name: 'mail.deleteRule',
  params: v.strictObject({ ruleId }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { ruleId: exampleRuleId }, result: {} },
});

/** Puts rules into this order; those that are not named come behind them as they stood. */
export const orderRules = defineCommand({
  name: 'mail.orderRules',
  params: v.strictObject({ accountId: whose, ruleIds: v.pipe(v.array(ruleId), v.maxLength(MAX_RULES)) }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { accountId: 1, ruleIds: [exampleRuleId] }, result: {} },
});

/** Of which of the newest mails a rule would be true, and why. Changes nothing. */
export const tryRule = defineQuery({
  name: 'mail.tryRule',
  cost: 'heavy',
  params: v.strictObject({
    accountId: whose,
    match: ruleFields.match,
    conditions: ruleFields.conditions,
    mails: v.optional(v.picklist([100, 1000]), 100),
  }),
  result: v.array(
    v.object({
      aggregateId: v.string(),
      subject: v.string(),
      senderAddress: v.string(),
      timestamp: v.number(),
      fires: v.boolean(),
      /** Numbers of the conditions that hold. */
      because: v.array(v.number()),
    }),
  ),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  cached: false,
  refreshOn: () => [],
  example: { params: { accountId: 1, match: 'all', conditions: exampleFields.conditions }, result: [] },
});

/** Does what a rule does to mails that are there, but for answering and forwarding. */
export const applyRule = defineCommand({
  name: 'mail.applyRule',
  params: v.strictObject({
    ruleId,
    aggregateIds: v.pipe(v.array(AggregateIdSchema), v.minLength(1), v.maxLength(1000)),
  }),
  result: v.object({ count: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { ruleId: exampleRuleId, aggregateIds: [exampleId] }, result: { count: 1 } },
});

/** What rules did, the newest first, for 90 days. */
export const ruleLog = defineQuery({
  name: 'mail.ruleLog',
  params: v.strictObject({
    accountId: whose,
    ruleId: v.optional(v.nullable(ruleId), null),
    /** Returns what was before this: milliseconds since 1970. */
    before: v.optional(v.nullable(v.number()), null),
  }),
  result: v.array(
    v.object({
      at: v.number(),
      aggregateId: v.nullable(v.string()),
      subject: v.string(),
      ruleId: v.string(),
      name: v.string(),
      actions: v.array(
        v.object({
          kind: v.string(),
          outcome: v.picklist(['done', 'skipped']),
          /** Why it was skipped: a code that the client has a sentence for; empty otherwise. */
          why: v.string(),
        }),
      ),
    }),
  ),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => ['mailRules'],
  example: { params: { accountId: 1 }, result: [] },
});

export const ruleQueries = { rules, tryRule, ruleLog } as const;
export const ruleCommands = { saveRule, deleteRule, orderRules, applyRule } as const;
export const ruleProblems = { RULE_INVALID: 422, RULE_TOO_MANY: 422 } as const;
