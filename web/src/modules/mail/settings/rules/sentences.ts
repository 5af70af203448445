import type { Rule, RuleAction, RuleCondition } from '@kontor/contract/mail';
import type { Formats } from '../../../../shell/formats.ts';
import type { RuleContent } from './draft.ts';
import type { sentenceTexts } from './sentence-texts.ts';

export type SentenceWords = (typeof sentenceTexts)['de'];

/** What ids are called; undefined where they are gone, or not this person's to see. */
export interface RuleNames {
  readonly account: (id: number) => string | undefined;
  readonly person: (id: number) => string | undefined;
  readonly template: (id: number) => string | undefined;
  /** Null for one that is gone, undefined while its name is not known. */
  readonly record: (id: number) => string | null | undefined;
}

/** Values that a sentence names. */
const MAX_NAMED = 3;

function listed(values: readonly string[], t: SentenceWords, joint: string): string {
  const named = values.slice(0, MAX_NAMED).map(t.quoted);
  const rest = values.length - named.length;
  return (rest === 0 ? named : [...named, t.more(rest)]).join(joint);
}

/** A condition as a clause after "when". */
export function conditionWords(condition: RuleCondition, t: SentenceWords, formats: Pick<Formats, 'size'>): string {
  if ('values' in condition) {
    const { is, values } = condition;
    const field = condition.field === 'header' ? t.headerNamed(condition.header) : t.fields[condition.field];
    const [only] = values;
    if (is !== 'containsNot') return t.compared[is](field, listed(values, t, t.or));
    return values.length === 1 && only !== undefined
      ? t.lacks(field, t.quoted(only))
      : t.compared.containsNot(field, listed(values, t, t.nor));
  }
  if (condition.field === 'size') return t.size[condition.is](formats.size(condition.bytes));
  if (condition.field === 'authentication') return t.authentication[condition.is];
  if (condition.field === 'time') {
    const days = condition.weekdays.toSorted((one, other) => one - other).map((day) => t.days[day - 1] ?? '');
    return t.time(days.length === t.days.length ? t.everyDay : days.join(', '), condition.from, condition.to);
  }
  return t.facts[condition.field][condition.is ? 'yes' : 'no'];
}

/** An action as what is done, after "then". */
export function actionWords(action: RuleAction, t: SentenceWords, names: RuleNames): string {
  const { actions: words, gone } = t;
  switch (action.kind) {
    case 'state':
      return words.state(t.states[action.state]);
    case 'box':
    case 'copy':
      return words[action.kind](names.account(action.accountId) ?? gone);
    case 'claim':
      return words.claim(names.person(action.userId) ?? gone);
    case 'tell':
      return words.tell(action.userIds.map((id) => names.person(id) ?? gone).join(t.next));
    case 'answer':
      return words.answer(t.quoted(names.template(action.templateId) ?? gone));
    case 'forward':
      return words[action.asAttachment ? 'forwardAsFile' : 'forward'](action.to.join(t.next));
    case 'record': {
      const name = names.record(action.idoId);
      return name === undefined ? words.someRecord : words.record(name === null ? gone : t.quoted(name));
    }
    case 'snooze':
      return words.snooze(action.hours);
    default:
      return words[action.kind];
  }
}

/** A whole rule in one sentence, or two. */
export function ruleWords(
  rule: Pick<Rule, 'match' | 'conditions' | 'actions' | 'stops'> | RuleContent,
  t: SentenceWords,
  names: RuleNames,
  formats: Pick<Formats, 'size'>,
): string {
  const when = rule.conditions.map((one) => conditionWords(one, t, formats)).join(rule.match === 'all' ? t.and : t.or);
  const sentence = t.when(when, rule.actions.map((one) => actionWords(one, t, names)).join(t.next));
  return rule.stops ? `${sentence} ${t.stops}` : sentence;
}
