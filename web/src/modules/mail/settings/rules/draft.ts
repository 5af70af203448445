import type { State } from '@kontor/contract/activity';
import {
  RULE_COMPARISONS,
  RULE_FACTS,
  RULE_TEXTS,
  type Rule,
  type RuleAction,
  type RuleCondition,
} from '@kontor/contract/mail';
import { typedNumber } from '../../../../ui/typed-number.ts';

export type TextField = (typeof RULE_TEXTS)[number];
export type Fact = (typeof RULE_FACTS)[number];
export type Comparison = (typeof RULE_COMPARISONS)[number];
export type Field = RuleCondition['field'];
export type Kind = RuleAction['kind'];
type Weekday = Extract<RuleCondition, { field: 'time' }>['weekdays'][number];
type Verdict = Extract<RuleCondition, { field: 'authentication' }>['is'];

export const FIELDS: readonly Field[] = [...RULE_TEXTS, ...RULE_FACTS, 'authentication', 'size', 'time'];
export const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
export const VERDICTS: readonly Verdict[] = ['confirmed', 'unconfirmed', 'failed'];
export const MAX_CONDITIONS = 30;
export const MAX_ACTIONS = 10;

/** Actions that can be chosen. Of others, which a rule may bear already, only the sentence is shown. */
export const CHOOSABLE = [
  'state',
  'archive',
  'trash',
  'spam',
  'claim',
  'tell',
  'box',
  'copy',
  'record',
  'recordsOfSender',
  'answer',
  'forward',
] as const satisfies readonly Kind[];

/** A condition as it is written: what belongs to another field stays, so that choosing back loses nothing. */
export interface ConditionDraft {
  readonly key: number;
  readonly field: Field;
  readonly comparison: Comparison;
  /** A value a line; one of them is enough. */
  readonly values: string;
  readonly header: string;
  readonly size: 'over' | 'under';
  readonly megabytes: string;
  readonly isSo: boolean;
  readonly verdict: Verdict;
  readonly from: string;
  readonly to: string;
  readonly weekdays: readonly Weekday[];
}

/** An action as it is written; ids are 0 where nothing is chosen. */
export interface ActionDraft {
  readonly key: number;
  readonly kind: Kind;
  readonly state: State;
  readonly accountId: number;
  readonly userId: number;
  readonly userIds: readonly number[];
  readonly templateId: number;
  /** The record and its kind; `recordName`: what it is called, where it was chosen here. */
  readonly recordId: number;
  readonly kindId: number;
  readonly recordName: string;
  /** An address a line. */
  readonly to: string;
  readonly asAttachment: boolean;
  /** What the rule said, of a kind that cannot be chosen. */
  readonly stored: RuleAction | undefined;
}

export interface RuleDraft {
  readonly name: string;
  readonly isOn: boolean;
  readonly match: 'all' | 'any';
  readonly conditions: readonly ConditionDraft[];
  readonly actions: readonly ActionDraft[];
  readonly stops: boolean;
}

export type RuleContent = Pick<Rule, 'name' | 'isOn' | 'match' | 'conditions' | 'actions' | 'stops'>;

export const MEGABYTE = 1_000_000;
const isOneOf = <T extends string>(all: readonly T[], one: string): one is T => all.some((it) => it === one);
export const isText = (field: Field): field is TextField => isOneOf(RULE_TEXTS, field);
export const isFact = (field: Field): field is Fact => isOneOf(RULE_FACTS, field);
export const isChoosable = (kind: Kind): kind is (typeof CHOOSABLE)[number] => isOneOf(CHOOSABLE, kind);

/** How a field can be compared: only people have domains. */
export const comparisonsOf = (field: TextField): readonly Comparison[] =>
  isOneOf(['from', 'to', 'cc', 'receivers'], field)
    ? RULE_COMPARISONS
    : RULE_COMPARISONS.filter((one) => one !== 'matchesDomain');

/** A key that none of these rows has. */
export const freshKey = (rows: readonly { readonly key: number }[]): number =>
  1 + Math.max(0, ...rows.map(({ key }) => key));

export const newCondition = (key: number): ConditionDraft => ({
  key,
  field: 'from',
  comparison: 'contains',
  values: '',
  header: '',
  size: 'over',
  megabytes: '10',
  isSo: true,
  verdict: 'failed',
  from: '18:00',
  to: '08:00',
  weekdays: WEEKDAYS,
});

export const newAction = (key: number): ActionDraft => ({
  key,
  kind: 'archive',
  state: 'ready',
  accountId: 0,
  userId: 0,
  userIds: [],
  templateId: 0,
  recordId: 0,
  kindId: 0,
  recordName: '',
  to: '',
  asAttachment: false,
  stored: undefined,
});

function conditionDraft(condition: RuleCondition, key: number): ConditionDraft {
  const empty = { ...newCondition(key), field: condition.field };
  if ('values' in condition)
    return { ...empty, comparison: condition.is, values: condition.values.join('\n'), header: condition.header };
  if (condition.field === 'size')
    return { ...empty, size: condition.is, megabytes: String(condition.bytes / MEGABYTE) };
  if (condition.field === 'authentication') return { ...empty, verdict: condition.is };
  if (condition.field === 'time')
    return { ...empty, from: condition.from, to: condition.to, weekdays: condition.weekdays };
  return { ...empty, isSo: condition.is };
}

function actionDraft(action: RuleAction, key: number): ActionDraft {
  const empty = { ...newAction(key), kind: action.kind };
  switch (action.kind) {
    case 'state':
      return { ...empty, state: action.state };
    case 'box':
    case 'copy':
      return { ...empty, accountId: action.accountId };
    case 'claim':
      return { ...empty, userId: action.userId };
    case 'tell':
      return { ...empty, userIds: action.userIds };
    case 'answer':
      return { ...empty, templateId: action.templateId };
    case 'forward':
      return { ...empty, to: action.to.join('\n'), asAttachment: action.asAttachment };
    case 'record':
      return { ...empty, recordId: action.idoId, kindId: action.idoInstanceId };
    case 'snooze':
      return { ...empty, stored: action };
    default:
      return empty;
  }
}

/** A rule, or what is to become one, as it is written in the editor. */
export const draftOf = ({ name, isOn, match, conditions, actions, stops }: RuleContent): RuleDraft => ({
  name,
  isOn,
  match,
  conditions: conditions.map((condition, index) => conditionDraft(condition, index + 1)),
  actions: actions.map((action, index) => actionDraft(action, index + 1)),
  stops,
});

export const emptyDraft: RuleDraft = {
  name: '',
  isOn: true,
  match: 'all',
  conditions: [newCondition(1)],
  actions: [newAction(1)],
  stops: false,
};

/** The lines that say something, each once. */
export const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** A condition as the contract has it. Only of drafts without faults. */
export function conditionOf(draft: ConditionDraft): RuleCondition {
  const { field } = draft;
  if (isText(field))
    return {
      field,
      is: draft.comparison,
      values: [...linesOf(draft.values)],
      header: field === 'header' ? draft.header.trim() : '',
    };
  if (isFact(field)) return { field, is: draft.isSo };
  if (field === 'size')
    return { field, is: draft.size, bytes: Math.round(Number(typedNumber(draft.megabytes)) * MEGABYTE) };
  if (field === 'authentication') return { field, is: draft.verdict };
  return { field: 'time', from: draft.from, to: draft.to, weekdays: [...draft.weekdays] };
}

/** An action as the contract has it. Only of drafts without faults. */
export function actionOf(draft: ActionDraft): RuleAction {
  const { kind } = draft;
  switch (kind) {
    case 'state':
      return { kind, state: draft.state };
    case 'box':
    case 'copy':
      return { kind, accountId: draft.accountId };
    case 'claim':
      return { kind, userId: draft.userId };
    case 'tell':
      return { kind, userIds: [...draft.userIds] };
    case 'answer':
      return { kind, templateId: draft.templateId };
    case 'forward':
      return { kind, to: [...linesOf(draft.to)], asAttachment: draft.asAttachment };
    case 'record':
      return { kind, idoId: draft.recordId, idoInstanceId: draft.kindId };
    case 'snooze':
      if (draft.stored === undefined) throw new Error(`${kind} cannot be chosen`);
      return draft.stored;
    default:
      return { kind };
  }
}

export const contentOf = ({ name, isOn, match, conditions, actions, stops }: RuleDraft): RuleContent => ({
  name: name.trim(),
  isOn,
  match,
  conditions: conditions.map(conditionOf),
  actions: actions.map(actionOf),
  stops,
});

/** A condition with another field; what cannot be compared so any more is looked for as a part. */
export const withField = (draft: ConditionDraft, field: Field): ConditionDraft => ({
  ...draft,
  field,
  comparison: isText(field) && !comparisonsOf(field).includes(draft.comparison) ? 'contains' : draft.comparison,
});

/** A rule about the sender of a mail, to be gone on with. */
export const draftFromMail = (name: string, senderAddress: string): RuleDraft => ({
  ...emptyDraft,
  name: name.slice(0, 100),
  conditions: [{ ...newCondition(1), comparison: 'equals', values: senderAddress }],
});

/** Rules that a person without any may begin with: newsletters out of the way, invoices to oneself, forged senders to spam. */
export const starters = (
  names: Readonly<Record<'newsletters' | 'invoices' | 'forged', string>>,
  words: readonly string[],
  ownId: number,
): readonly RuleDraft[] => [
  {
    ...emptyDraft,
    name: names.newsletters,
    conditions: [{ ...newCondition(1), field: 'isBulk' }],
    actions: [newAction(1)],
  },
  {
    ...emptyDraft,
    name: names.invoices,
    conditions: [{ ...newCondition(1), field: 'subject', values: words.join('\n') }],
    actions: [{ ...newAction(1), kind: 'claim', userId: ownId }],
  },
  {
    ...emptyDraft,
    name: names.forged,
    conditions: [{ ...newCondition(1), field: 'authentication' }],
    actions: [{ ...newAction(1), kind: 'spam' }],
  },
];
