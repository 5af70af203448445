import {
  SEARCH_OPERATORS,
  searchDay,
  searchTokens,
  type Operator,
  type OperatorValue,
} from '@kontor/contract/activity';
import type { Language } from '../../../shell/index.ts';

/** Somebody, or a mailbox, that can be looked for. */
export interface Known {
  readonly name: string;
  readonly address?: string;
}

/** What may stand where the caret is. */
export interface Offer {
  readonly kind: 'operator' | 'value' | 'person' | 'record' | 'day';
  /** What takes the place of the token. */
  readonly text: string;
  readonly operator: Operator;
  /** Of a value its key, of a day that day as `2026-11-21`, of a person the address, of a record its kind. */
  readonly about: string;
}

/** What is offered for the part of a text that begins at `at`. */
export interface Completion {
  readonly at: number;
  readonly length: number;
  readonly offers: readonly Offer[];
}

export interface CompletionOptions {
  readonly language: Language;
  readonly people: readonly Known[];
  /** Whether records can be asked for. */
  readonly records: boolean;
  /** Records that were found for what is typed, the likeliest first. */
  readonly found: readonly { readonly name: string; readonly kind: string }[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timeZone: string;
}

const MOST = 9;
/** A word of fewer letters may become anything. */
const MIN_WORD = 3;
const MAX_PEOPLE_FOR_WORD = 3;

const DAYS: Readonly<Record<Language, readonly string[]>> = {
  de: ['heute', 'gestern', '7t', '4w', '3m', '1j'],
  en: ['today', 'yesterday', '7d', '4w', '3m', '1y'],
};
const UNITS: Readonly<Record<Language, readonly string[]>> = { de: ['t', 'w', 'm', 'j'], en: ['d', 'w', 'm', 'y'] };

/** Letters as they are compared: neither case nor marks over them matter. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
const begins = (name: string, typed: string): boolean => folded(name).startsWith(folded(typed));

/** A text as the value of an operator: in quotes where it has blanks, without any of its own. */
function asValue(text: string): string {
  const plain = text
    .replace(/["„“”\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .normalize('NFC')
    .trim();
  return plain.includes(' ') ? `"${plain}"` : plain;
}

const offeredTo = ({ records }: CompletionOptions): readonly Operator[] =>
  SEARCH_OPERATORS.filter(({ ofRecords }) => records || ofRecords !== true);
const valuesOf = (operator: Operator, { records }: CompletionOptions): readonly OperatorValue[] =>
  typeof operator.values === 'string' ? [] : operator.values.filter(({ value }) => records || value !== 'record');

/** The name of a value that begins as typed, in the language of the screen where it does there. */
const nameOf = (value: OperatorValue, typed: string, language: Language): string | undefined => {
  const [first, ...others] = value[language];
  const foreign = language === 'de' ? value.en : value.de;
  return [first, ...others, ...foreign].some((name) => begins(name, typed)) ? first : undefined;
};

function valueOffers(operator: Operator, word: string, typed: string, given: CompletionOptions): readonly Offer[] {
  return valuesOf(operator, given).flatMap((value): Offer[] => {
    const name = nameOf(value, typed, given.language);
    return name === undefined ? [] : [{ kind: 'value', text: `${word}:${name}`, operator, about: value.label }];
  });
}

/** People whose name or address has a word that begins as typed; those first that begin so themselves. */
function personOffers(operator: Operator, word: string, typed: string, people: readonly Known[]): readonly Offer[] {
  const wanted = folded(typed);
  const rankOf = (text: string): number => {
    const known = folded(text);
    if (known.startsWith(wanted)) return 2;
    return known.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(wanted)) ? 1 : 0;
  };
  const seen = new Set<string>();
  return people
    .map(({ name, address = '' }) => ({ name, address, rank: Math.max(rankOf(name), rankOf(address)) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .flatMap(({ name, address }): Offer[] => {
      const value = asValue(name) || asValue(address);
      if (value === '' || seen.has(folded(value))) return [];
      seen.add(folded(value));
      return [{ kind: 'person', text: `${word}:${value}`, operator, about: name === '' ? '' : address }];
    });
}

/** Records of one name are one to look for: what is about any of them is found by it. */
function recordOffers(operator: Operator, word: string, typed: string, { found }: CompletionOptions): readonly Offer[] {
  if (typed === '') return [];
  const offers = found.map(({ name, kind }): Offer => ({
    kind: 'record',
    text: `${word}:${asValue(name)}`,
    operator,
    about: kind,
  }));
  return [...new Map(offers.map((offer) => [offer.text, offer])).values()];
}

function dayOffers(operator: Operator, word: string, typed: string, given: CompletionOptions): readonly Offer[] {
  const { language, now, timeZone } = given;
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const ago = /^\d{1,3}$/.test(typed) ? UNITS[language].map((unit) => `${typed}${unit}`) : [];
  const named = DAYS[language].filter((name) => begins(name, typed));
  const own = typed !== '' && !/^\d{1,4}$/.test(typed) ? [typed] : [];
  return [...new Set([...own, ...named, ...ago])].flatMap((value): Offer[] => {
    const day = searchDay(value, today);
    return day === undefined ? [] : [{ kind: 'day', text: `${word}:${value}`, operator, about: day }];
  });
}

function wordOffers(typed: string, given: CompletionOptions): readonly Offer[] {
  const { language, people } = given;
  const offered = offeredTo(given);
  const operators = offered.flatMap((operator): Offer[] => {
    const names = [operator[language], operator.de, operator.en];
    const name = names.find((one) => begins(one, typed));
    return name === undefined ? [] : [{ kind: 'operator', text: `${name}:`, operator, about: operator.name }];
  });
  if (typed.length < MIN_WORD) return operators;
  const [from] = offered;
  return [
    ...operators,
    ...offered.flatMap((operator) => valueOffers(operator, operator[language], typed, given)),
    ...(from === undefined ? [] : personOffers(from, from[language], typed, people).slice(0, MAX_PEOPLE_FOR_WORD)),
  ];
}

/**
 * What may stand at the caret of a search box, by what is typed up to it; undefined where there is nothing to offer. It takes the place of
 * the whole token. Never throws.
 */
export function completeSearch(text: string, caret: number, given: CompletionOptions): Completion | undefined {
  const left = searchTokens(text.slice(0, caret)).at(-1);
  if (left === undefined || left.at + left.length !== caret) return undefined;
  const { at, negative, operator, value, quoted } = left;
  // A token that goes on behind the caret is one with what stands before it.
  const whole = searchTokens(text).find((token) => token.at === at);
  const length = Math.max(caret - at, whole === undefined ? 0 : whole.length);
  const typed = text.slice(at, at + length);
  const word = /^-*(\p{L}+):/u.exec(typed)?.[1] ?? operator?.[given.language] ?? '';
  const offers =
    operator === undefined
      ? quoted || value === ''
        ? []
        : wordOffers(value, given)
      : ofOperator(operator, word, value, given);
  const sign = negative ? '-' : '';
  // The values of an operator are few, and all of them are seen.
  const most = typeof operator?.values === 'object' ? offers.length : MOST;
  const shown = offers.map((offer) => ({ ...offer, text: `${sign}${offer.text}` })).slice(0, most);
  // Nothing is to be chosen where it stands there already.
  const isDone = shown.length === 1 && shown[0]?.kind !== 'day' && shown[0]?.text === typed;
  return shown.length === 0 || isDone ? undefined : { at, length, offers: shown };
}

function ofOperator(operator: Operator, word: string, typed: string, given: CompletionOptions): readonly Offer[] {
  if (operator.ofRecords === true) return recordOffers(operator, word, typed, given);
  if (operator.values === 'day') return dayOffers(operator, word, typed, given);
  if (operator.values === 'number' || operator.values === 'duration') return [];
  if (operator.values === 'text') return personOffers(operator, word, typed, given.people);
  return valueOffers(operator, word, typed, given);
}

/** A text in which an offer was taken, and where the caret is then. Behind all but an operator a word can be typed on. */
export function takeOffer(text: string, { at, length }: Completion, offer: Offer): { text: string; caret: number } {
  const rest = text.slice(at + length);
  const isBlank = /^\s/.test(rest);
  const taken = offer.kind === 'operator' || isBlank ? offer.text : `${offer.text} `;
  const before = text.slice(0, at);
  return {
    text: before + taken + rest,
    caret: before.length + taken.length + (isBlank && offer.kind !== 'operator' ? 1 : 0),
  };
}
