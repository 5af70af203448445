import type { ItemKindName } from '../../kernel/index.ts';
import type { TimeRange } from './date-filter.ts';
import { searchDay } from './search-days.ts';
import {
  OPERATOR_VALUES,
  operatorOf,
  searchedDuration,
  searchedNumber,
  valueOf,
  type HasValue,
  type IsValue,
  type Operator,
} from './search-operators.ts';
import { startOf } from './time-frame.ts';

/** What is asked for, or with a minus must not be. */
export interface SearchTerms {
  /** Beginnings of words. */
  readonly words: readonly string[];
  /** Whole words, one behind the other. */
  readonly phrases: readonly string[];
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly is: readonly IsValue[];
  readonly types: readonly ItemKindName[];
  readonly records: readonly string[];
  readonly has: readonly HasValue[];
  /** Digits that telephone numbers begin with, in whatever form. */
  readonly numbers: readonly string[];
  /** Lengths of calls in seconds: `>300`, `<60`. */
  readonly durations: readonly string[];
}

/** Days as `2026-11-21`: `from` belongs to the range, `before` does not; null where it is open. */
export interface DayRange {
  readonly from: string | null;
  readonly before: string | null;
}

export const SEARCH_PROBLEMS = ['OPERATOR_UNKNOWN', 'VALUE_UNKNOWN', 'VALUE_MISSING', 'TOO_MANY'] as const;

/** What of a search was not understood as it may have been meant, and where it stands in the text. */
export interface SearchProblem {
  readonly at: number;
  readonly length: number;
  readonly code: (typeof SEARCH_PROBLEMS)[number];
}

export interface Search extends SearchTerms {
  readonly without: SearchTerms;
  readonly range: DayRange;
  readonly problems: readonly SearchProblem[];
}

export interface SearchOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timeZone: string;
  /** Whether there are records to ask for. */
  readonly records?: boolean;
}

/** Most words and operators of a search that are looked at. */
export const MAX_SEARCH_TERMS = 20;

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };
const noTerms = (): Writable<SearchTerms> => ({
  words: [],
  phrases: [],
  from: [],
  to: [],
  is: [],
  types: [],
  records: [],
  has: [],
  numbers: [],
  durations: [],
});

const QUOTES = '"„“”';
const isQuote = (sign: string | undefined): boolean => sign !== undefined && QUOTES.includes(sign);
/** Signs that nobody sees (directions, joiners, halves of signs) are left out; those that control are blanks. */
const UNSEEN = /[\p{Cf}\p{Cs}]/u;
const BLANK = /[\s\p{Cc}]/u;

/** The text without what nobody sees, and where each of its units stood. */
function legible(text: string): { readonly signs: string; readonly offsets: readonly number[] } {
  let signs = '';
  const offsets: number[] = [];
  let at = 0;
  for (const sign of text) {
    if (!UNSEEN.test(sign)) {
      const seen = BLANK.test(sign) ? ' ' : sign;
      signs += seen;
      for (let unit = 0; unit < seen.length; unit += 1) offsets.push(at + unit);
    }
    at += sign.length;
  }
  offsets.push(text.length);
  return { signs, offsets };
}

const tidy = (text: string): string => text.normalize('NFC').replace(/ +/g, ' ').trim();

/** One word, phrase or operator as it was typed. */
interface Token {
  readonly from: number;
  readonly to: number;
  readonly negative: boolean;
  /** What stands before the colon; undefined where no operator is meant. */
  readonly name: string | undefined;
  readonly value: string;
  readonly quoted: boolean;
}

function* tokensOf(signs: string): Generator<Token> {
  let at = 0;
  const until = (isEnd: (sign: string) => boolean): string => {
    const from = at;
    while (at < signs.length && !isEnd(signs[at] ?? '')) at += 1;
    return signs.slice(from, at);
  };
  for (;;) {
    until((sign) => sign !== ' ');
    if (at >= signs.length) return;
    const from = at;
    const negative = until((sign) => sign !== '-') !== '';
    const name = /^(\p{L}+):/u.exec(signs.slice(at, at + 32))?.[1];
    if (name !== undefined && operatorOf(name) !== undefined) at += name.length + 1;
    const quoted = isQuote(signs[at]);
    if (quoted) at += 1;
    const value = quoted ? until(isQuote) : until((sign) => sign === ' ');
    if (quoted) at += 1;
    yield { from, to: Math.min(at, signs.length), negative, name, value: tidy(value), quoted };
  }
}

/** One word, phrase or operator of a text, and where it stands there. */
export interface SearchToken {
  readonly at: number;
  readonly length: number;
  readonly negative: boolean;
  /** Undefined for a word or a phrase. */
  readonly operator: Operator | undefined;
  readonly value: string;
  readonly quoted: boolean;
}

/** What a text is made of, as `parseSearch` reads it. */
export function searchTokens(text: string): readonly SearchToken[] {
  const { signs, offsets } = legible(text);
  return [...tokensOf(signs)].map(({ from, to, negative, name, value, quoted }) => {
    const at = offsets[from] ?? 0;
    const operator = name === undefined ? undefined : operatorOf(name);
    return { at, length: (offsets[to - 1] ?? at) + 1 - at, negative, operator, value, quoted };
  });
}

/** Reads what was typed into a search box. Never throws: what it does not understand is a word like any other, and is told. */
export function parseSearch(text: string, { now, timeZone, records = false }: SearchOptions): Search {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const { signs, offsets } = legible(text);
  const [wanted, without] = [noTerms(), noTerms()];
  const range: Writable<DayRange> = { from: null, before: null };
  const problems: SearchProblem[] = [];
  let count = 0;
  for (const token of tokensOf(signs)) {
    const at = offsets[token.from] ?? 0;
    const report = (code: SearchProblem['code'], to = token.to): void => {
      problems.push({ at, length: (offsets[to - 1] ?? at) + 1 - at, code });
    };
    const terms = token.negative ? without : wanted;
    const operator = token.name === undefined ? undefined : operatorOf(token.name);
    if (token.value === '') {
      if (operator !== undefined) report('VALUE_MISSING');
      continue;
    }
    count += 1;
    if (count > MAX_SEARCH_TERMS) {
      report('TOO_MANY', signs.length);
      break;
    }
    const isKnown = operator !== undefined && (records || operator.ofRecords !== true);
    if (isKnown && take(operator, token, terms, range, today, records)) continue;
    if (isKnown) report('VALUE_UNKNOWN');
    else if (operator !== undefined || isMeant(token)) report('OPERATOR_UNKNOWN');
    const word = operator === undefined ? token.value : `${token.name}:${token.value}`;
    add(token.quoted ? terms.phrases : terms.words, word);
  }
  return { ...wanted, without, range, problems };
}

/** Whether somebody who typed a colon may have meant an operator; "AW:" and addresses of pages are not meant so. */
const isMeant = ({ name, value, quoted }: Token): boolean =>
  name !== undefined && !quoted && name.length > 1 && !/:(?:\/\/|$)/.test(value);

function add<T>(list: T[], item: T | undefined): boolean {
  if (item !== undefined && !list.includes(item)) list.push(item);
  return item !== undefined;
}

/** Adds what an operator asks for. False where its value means nothing to it. */
function take(
  { name }: Operator,
  { value, negative }: Token,
  terms: Writable<SearchTerms>,
  range: Writable<DayRange>,
  today: Temporal.PlainDate,
  records: boolean,
): boolean {
  switch (name) {
    case 'from':
    case 'to':
      return add(terms[name], value);
    case 'record':
      return add(terms.records, value);
    case 'number':
      return add(terms.numbers, searchedNumber(value));
    case 'duration':
      return add(terms.durations, searchedDuration(value));
    case 'is':
      return add(terms.is, valueOf(OPERATOR_VALUES.is, value));
    case 'type':
      return add(terms.types, valueOf(OPERATOR_VALUES.type, value));
    case 'has': {
      const has = valueOf(OPERATOR_VALUES.has, value);
      return add(terms.has, has === 'record' && !records ? undefined : has);
    }
    case 'before':
    case 'after': {
      const day = searchDay(value, today);
      if (day === undefined) return false;
      // What is not before a day is from it on. Of several the narrowest holds.
      if ((name === 'after') !== negative) range.from = range.from !== null && range.from > day ? range.from : day;
      else range.before = range.before !== null && range.before < day ? range.before : day;
      return true;
    }
  }
}

const quote = (value: string): string => (value.includes(' ') ? `"${value}"` : value);
const termsText = (terms: SearchTerms): string[] => [
  ...terms.words,
  ...terms.phrases.map((phrase) => `"${phrase}"`),
  ...terms.from.map((value) => `from:${quote(value)}`),
  ...terms.to.map((value) => `to:${quote(value)}`),
  ...terms.is.map((value) => `is:${value}`),
  ...terms.types.map((value) => `type:${value}`),
  ...terms.records.map((value) => `record:${quote(value)}`),
  ...terms.has.map((value) => `has:${value}`),
  ...terms.numbers.map((value) => `number:${value}`),
  ...terms.durations.map((value) => `duration:${value}s`),
];

/** The text that is read as this search. */
export const formatSearch = ({ range, without, ...wanted }: Omit<Search, 'problems'>): string =>
  [
    ...termsText(wanted),
    ...(range.from === null ? [] : [`after:${range.from}`]),
    ...(range.before === null ? [] : [`before:${range.before}`]),
    ...termsText(without).map((term) => `-${term}`),
  ].join(' ');

/** Moments in seconds since 1970 that a search is cut to, in the zone that its days are meant in. */
export function searchBounds({ from, before }: DayRange, timeZone: string): TimeRange {
  const begin = (day: string | null) => (day === null ? null : startOf(Temporal.PlainDate.from(day), timeZone));
  return { from: begin(from), before: begin(before) };
}
