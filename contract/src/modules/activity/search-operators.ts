import { KINDS, ITEM_KIND_NAMES, type KindWords, type ItemKindName } from '../../kernel/index.ts';

/** What `is:` and `has:` can ask for, by the name that the parsed search bears. */
export const IS_VALUES = [
  'unseen',
  'seen',
  'ready',
  'archived',
  'shared',
  'trashed',
  'mine',
  'snoozed',
  'sent',
  'missed',
  'callback',
] as const;
export type IsValue = (typeof IS_VALUES)[number];
export const HAS_VALUES = ['attachment', 'record', 'warning'] as const;
export type HasValue = (typeof HAS_VALUES)[number];

export type OperatorName =
  | 'from'
  | 'to'
  | 'is'
  | 'type'
  | 'record'
  | 'has'
  | 'before'
  | 'after'
  | 'number'
  | 'duration';

/** A value that an operator knows; what is offered to be typed stands first in each language. */
export interface OperatorValue<T extends string = string> {
  readonly value: T;
  /** Key of its label. */
  readonly label: `${OperatorName}.${T}`;
  readonly de: readonly [string, ...string[]];
  readonly en: readonly [string, ...string[]];
}

export interface Operator {
  readonly name: OperatorName;
  /** How it is typed in each language; both are understood in both. */
  readonly de: string;
  readonly en: string;
  /** What it takes: any text, a day, digits of a telephone number, how long a call was, or one of these values. */
  readonly values: 'text' | 'day' | 'number' | 'duration' | readonly OperatorValue[];
  /** Means nothing before there are records. */
  readonly ofRecords?: true;
}

type Names = { readonly de: readonly [string, ...string[]]; readonly en: readonly [string, ...string[]] };

const valuesOf = <T extends string>(name: OperatorName, values: readonly T[], names: Record<T, Names>) =>
  values.map((value): OperatorValue<T> => ({ value, label: `${name}.${value}`, ...names[value] }));

const IS = valuesOf('is', IS_VALUES, {
  unseen: { de: ['neu', 'ungelesen'], en: ['new', 'unseen', 'unread'] },
  seen: { de: ['bearbeitung', 'gesehen'], en: ['process', 'seen'] },
  ready: { de: ['erledigt'], en: ['done', 'ready'] },
  archived: { de: ['archiviert'], en: ['archived'] },
  shared: { de: ['geteilt'], en: ['shared'] },
  trashed: { de: ['gelöscht', 'geloescht', 'papierkorb'], en: ['trashed', 'deleted'] },
  mine: { de: ['meine', 'mein'], en: ['mine'] },
  snoozed: { de: ['zurückgestellt', 'zurueckgestellt'], en: ['snoozed'] },
  sent: { de: ['gesendet', 'gesendete'], en: ['sent'] },
  missed: { de: ['verpasst'], en: ['missed'] },
  callback: { de: ['rückruf', 'rueckruf'], en: ['callback'] },
});

const typedOf = ({ typed, one, many }: KindWords): Names['de'] => typed ?? [one.toLowerCase(), many.toLowerCase()];

const TYPES = valuesOf<ItemKindName>(
  'type',
  ITEM_KIND_NAMES,
  Object.fromEntries(
    KINDS.map(({ name, words }) => [name, { de: typedOf(words.de), en: typedOf(words.en) }]),
  ) as Record<ItemKindName, Names>,
);

const HAS = valuesOf('has', HAS_VALUES, {
  attachment: { de: ['anhang', 'anhänge', 'anlage'], en: ['attachment', 'attachments'] },
  record: { de: ['datensatz'], en: ['record'] },
  warning: { de: ['warnung'], en: ['warning'] },
});

/** All that a search box understands beside words, in the order in which it is offered. */
export const SEARCH_OPERATORS: readonly Operator[] = [
  { name: 'from', de: 'von', en: 'from', values: 'text' },
  { name: 'to', de: 'an', en: 'to', values: 'text' },
  { name: 'is', de: 'ist', en: 'is', values: IS },
  { name: 'has', de: 'hat', en: 'has', values: HAS },
  { name: 'type', de: 'art', en: 'type', values: TYPES },
  { name: 'after', de: 'nach', en: 'after', values: 'day' },
  { name: 'before', de: 'vor', en: 'before', values: 'day' },
  { name: 'number', de: 'nummer', en: 'number', values: 'number' },
  { name: 'duration', de: 'dauer', en: 'duration', values: 'duration' },
  { name: 'record', de: 'datensatz', en: 'record', values: 'text', ofRecords: true },
];

const BY_NAME = new Map(SEARCH_OPERATORS.flatMap((it) => [[it.de, it] as const, [it.en, it] as const]));

/** The operator that is typed like this in either language. */
export const operatorOf = (typed: string): Operator | undefined => BY_NAME.get(typed.toLowerCase());

/** The value that is typed like this in either language. */
export function valueOf<T extends string>(values: readonly OperatorValue<T>[], typed: string): T | undefined {
  const name = typed.toLowerCase();
  return values.find((it) => it.value === name || it.de.includes(name) || it.en.includes(name))?.value;
}

/** Values of the operators that know theirs, with their types. */
export const OPERATOR_VALUES = { is: IS, type: TYPES, has: HAS } as const;

/** The digits of a telephone number that somebody types, however it is parted; undefined for fewer than three. */
export function searchedNumber(typed: string): string | undefined {
  const digits = /^[\d\s+()/.-]+$/.test(typed) ? typed.replace('(0)', '').replace(/\D/g, '') : '';
  return digits.length >= 3 && digits.length <= 20 ? digits : undefined;
}

/** How long a call was: `>300` for longer than so many seconds, `<300` for shorter; of minutes if no unit is typed. Undefined where it says nothing. */
export function searchedDuration(typed: string): string | undefined {
  const [, sign = '', count, unit] = /^([<>]?)(\d{1,5})([smh]?)$/.exec(typed) ?? [];
  if (count === undefined) return undefined;
  return `${sign || '>'}${Number(count) * (unit === 's' ? 1 : unit === 'h' ? 3600 : 60)}`;
}
