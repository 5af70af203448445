import { DATE_FORMAT, keptNumber, type FORMULA_FAULTS } from '@kontor/contract/record';

/** What stands in a field, or comes of a part of a formula. A day counts from the first of 1970; null is nothing. */
export type Term = number | string | boolean | null | { readonly day: number };

/** What is wrong with a formula, or with what stands in the fields that it is made of. */
export class FormulaFault extends Error {
  readonly why: (typeof FORMULA_FAULTS)[number];
  /** The word in question; empty where there is none. */
  readonly detail: string;
  /** Of the first sign in question, from 0, where the parser says it. */
  readonly index: number | null;

  constructor(why: (typeof FORMULA_FAULTS)[number], detail = '', index: number | null = null) {
    super(why);
    this.why = why;
    this.detail = detail;
    this.index = index;
  }
}

const DAY_MS = 86_400_000;
const MAX_DAY = 2_932_896;
const MAX_TEXT = 20_000;

export function numberOf(term: Term): number {
  if (typeof term === 'number') return term;
  const kept = typeof term === 'string' ? keptNumber(term) : undefined;
  if (kept === undefined) throw new FormulaFault('number', textOf(term).slice(0, 40));
  return Number(kept);
}

export function dayOf(term: Term): number | undefined {
  if (term !== null && typeof term === 'object') return term.day;
  if (typeof term !== 'string' || !DATE_FORMAT.test(term)) return undefined;
  return Date.parse(`${term}T00:00:00Z`) / DAY_MS;
}

export function textOf(term: Term): string {
  if (term === null) return '';
  if (typeof term === 'boolean') return term ? 'true' : 'false';
  if (typeof term === 'number') return String(Number(term.toFixed(10)));
  if (typeof term === 'string') {
    if (term.length > MAX_TEXT) throw new FormulaFault('tooLarge');
    return term;
  }
  if (!(term.day >= -719_162 && term.day <= MAX_DAY)) throw new FormulaFault('date');
  return new Date(term.day * DAY_MS).toISOString().slice(0, 10);
}

/** Numbers and days by their magnitude, all else as texts. */
export function compare(a: Term, b: Term): number {
  const [one, other] = [dayOf(a) ?? plain(a), dayOf(b) ?? plain(b)];
  if (one !== undefined && other !== undefined) return one - other;
  const [text, against] = [textOf(a), textOf(b)];
  return text < against ? -1 : text > against ? 1 : 0;
}
const plain = (term: Term): number | undefined => {
  if (typeof term === 'number') return term;
  const kept = typeof term === 'string' ? keptNumber(term) : undefined;
  return kept === undefined ? undefined : Number(kept);
};

/** What people count as signs. */
const SIGNS = new Intl.Segmenter();
const signsOf = (text: string): readonly string[] => Array.from(SIGNS.segment(text), ({ segment }) => segment);

const isNothing = (term: Term | undefined): boolean => term === null || term === undefined || term === '';
const date = (term: Term | undefined): Date => {
  const day = dayOf(term ?? null);
  if (day === undefined) throw new FormulaFault('date', textOf(term ?? null).slice(0, 40));
  return new Date(day * DAY_MS);
};
const numbers = (terms: readonly Term[]): readonly number[] => terms.filter((term) => !isNothing(term)).map(numberOf);
/** Between 0 and what a text may have of signs. */
const count = (term: Term | undefined): number => Math.min(Math.max(Math.trunc(numberOf(term ?? 0)), 0), MAX_TEXT);

function months(from: Date, by: number): Term {
  const month = from.getUTCMonth() + Math.trunc(by);
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return { day: Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), last)) / DAY_MS };
}

interface FormulaFunction {
  readonly takes: readonly [least: number, most: number];
  readonly run: (given: readonly Term[]) => Term;
}
/** Nothing comes of nothing. */
const filled = (takes: FormulaFunction['takes'], run: FormulaFunction['run']): FormulaFunction => ({
  takes,
  run: (given) => (given.some(isNothing) ? null : run(given)),
});
const ofNumber = (how: (number: number, places: number) => number): FormulaFunction =>
  filled([1, 2], ([one = null, places]) => {
    const scale = 10 ** Math.min(count(places), 6);
    return how(Number((numberOf(one) * scale).toFixed(6)), 0) / scale;
  });
const ofTexts = (run: (text: string, ...more: readonly Term[]) => Term, most = 1): FormulaFunction => ({
  takes: [most, most],
  run: ([text = null, ...more]) => run(textOf(text), ...more),
});

/** All that formulas may call. */
export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map<string, FormulaFunction>([
  ['round', ofNumber((number) => Math.sign(number) * Math.round(Math.abs(number)))],
  ['floor', ofNumber(Math.floor)],
  ['ceil', ofNumber(Math.ceil)],
  ['abs', filled([1, 1], ([one = null]) => Math.abs(numberOf(one)))],
  ['sum', { takes: [1, 50], run: (given) => numbers(given).reduce((sum, one) => sum + one, 0) }],
  ['min', { takes: [1, 50], run: (given) => (numbers(given).length === 0 ? null : Math.min(...numbers(given))) }],
  ['max', { takes: [1, 50], run: (given) => (numbers(given).length === 0 ? null : Math.max(...numbers(given))) }],
  ['and', { takes: [1, 50], run: (given) => given.every((one) => one === true) }],
  ['or', { takes: [1, 50], run: (given) => given.some((one) => one === true) }],
  ['not', { takes: [1, 1], run: ([one]) => one !== true }],
  ['isempty', { takes: [1, 1], run: ([one]) => isNothing(one) }],
  ['days', filled([2, 2], ([from, to]) => (date(to).getTime() - date(from).getTime()) / DAY_MS)],
  ['date', filled([3, 3], (given) => ofParts(given))],
  [
    'adddays',
    filled([2, 2], ([from, by = null]) => ({ day: date(from).getTime() / DAY_MS + Math.trunc(numberOf(by)) })),
  ],
  ['addmonths', filled([2, 2], ([from, by = null]) => months(date(from), numberOf(by)))],
  ['addyears', filled([2, 2], ([from, by = null]) => months(date(from), 12 * Math.trunc(numberOf(by))))],
  ['year', filled([1, 1], ([one]) => date(one).getUTCFullYear())],
  ['month', filled([1, 1], ([one]) => date(one).getUTCMonth() + 1)],
  ['day', filled([1, 1], ([one]) => date(one).getUTCDate())],
  ['concat', { takes: [1, 50], run: (given) => given.map(textOf).join('') }],
  ['join', { takes: [2, 50], run: ([by = null, ...given]) => given.map(textOf).filter(Boolean).join(textOf(by)) }],
  ['upper', ofTexts((text) => text.toUpperCase())],
  ['lower', ofTexts((text) => text.toLowerCase())],
  ['trim', ofTexts((text) => text.trim())],
  ['length', ofTexts((text) => signsOf(text).length)],
  ['left', ofTexts((text, most) => signsOf(text).slice(0, count(most)).join(''), 2)],
  [
    'right',
    ofTexts(
      (text, most) =>
        signsOf(text)
          .slice(Math.max(signsOf(text).length - count(most), 0))
          .join(''),
      2,
    ),
  ],
  ['contains', ofTexts((text, part = null) => text.toLowerCase().includes(textOf(part).toLowerCase()), 2)],
]);

function ofParts(given: readonly Term[]): Term {
  const [year = 0, month = 0, day = 0] = given.map(numberOf);
  const made = new Date(Date.UTC(Math.trunc(year), Math.trunc(month) - 1, Math.trunc(day)));
  if (Number.isNaN(made.getTime())) throw new FormulaFault('date');
  return { day: made.getTime() / DAY_MS };
}
