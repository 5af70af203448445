import {
  DATE_FORMAT,
  MANY_CHOICES,
  MAX_CHOICE,
  ONE_CHOICE,
  TIME_FORMAT,
  keptNumber,
  saidDay,
  type FieldDefinition,
  type Value,
} from '@kontor/contract/record';
import { folded } from '../../../platform/words.ts';
import { dayFormatOf, isEmpty, isMany, isSame, textOf } from '../rules.ts';
import type { Conversion, Values } from '../tables.ts';
import { renamedValue } from './renaming.ts';

const MAX_TEXT_FIELD = 2000;

/** As what a field keeps its values: fields of one form may become each other, and nothing happens to what stands in them. */
export function formOf(field: FieldDefinition): string {
  if ((ONE_CHOICE as readonly string[]).includes(field.kind)) return 'one';
  if (field.kind === 'multiplechoiceTag') return 'words';
  if ((MANY_CHOICES as readonly string[]).includes(field.kind)) return 'many';
  if (field.kind === 'textField') return field.isNumber === true ? 'number' : 'text';
  if (field.kind === 'reference') return `${field.isMany === true ? 'references' : 'reference'} ${field.idoInstanceId}`;
  return field.kind;
}

/** What becomes of a value. `isWhole`: nothing of it is lost. */
interface Fitted {
  readonly value: Value;
  readonly isWhole: boolean;
}
/** What records are called, by their numbers. */
export type Names = ReadonlyMap<number, { readonly displayName: string }>;

const whole = (value: Value): Fitted => ({ value, isWhole: true });
const NOTHING: Fitted = { value: '', isWhole: false };
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const listOf = (value: Value): readonly string[] =>
  typeof value === 'string' ? (value.trim() === '' ? [] : [value.trim()]) : value;

/** A value as a text: dates as their field shows them, records by what they are called. */
function asText(from: FieldDefinition, value: Value, names: Names): string {
  if (from.kind === 'reference')
    return listOf(value)
      .flatMap((id) => names.get(Number(id))?.displayName ?? [])
      .join('; ');
  const text = textOf(value);
  const format = dayFormatOf(from);
  return format === undefined ? text : saidDay(text, format);
}

/** A day as it is kept; undefined where a text is none. The first number is the day, but where the year comes first. */
function keptDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const written = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text);
  const [year, month, day] = iso === null ? [written?.[3], written?.[2], written?.[1]] : iso.slice(1);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const kept = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = DATE_FORMAT.test(kept) ? new Date(`${kept}T00:00:00Z`) : undefined;
  return date?.toISOString().startsWith(kept) === true ? kept : undefined;
}

function keptTime(text: string): string | undefined {
  const kept = /^\d:\d\d$/.test(text) ? `0${text}` : text;
  return TIME_FORMAT.test(kept) ? kept : undefined;
}

const orNothing = (value: string | undefined): Fitted => (value === undefined ? NOTHING : whole(value));

/** A word as one of choices is written, whatever its case; undefined where it is none of them. */
const choiceOf = (choices: readonly string[], word: string): string | undefined =>
  choices.includes(word) ? word : choices.find((choice) => folded(choice) === folded(word));

const isChosen = (field: FieldDefinition): boolean => ['one', 'many'].includes(formOf(field));

/** What somebody chose in one field, in another one of choices: what is chosen there stays, also where it is no choice any more. */
function fitChoice(to: FieldDefinition, from: FieldDefinition, value: Value, names: Names): Fitted {
  const isFromChoice = isChosen(from);
  const words = isFromChoice || formOf(from) === 'words' ? listOf(value) : listOf(oneLine(asText(from, value, names)));
  const { choices } = to as { readonly choices: readonly string[] };
  const known = words.flatMap((word) => {
    const choice = choiceOf(choices, word);
    return choice ?? (isFromChoice ? word : []);
  });
  const kept: Value = formOf(to) === 'one' ? (known[0] ?? '') : [...new Set(known)];
  const isWhole = known.length === words.length && (formOf(to) !== 'one' || words.length <= 1);
  return { value: kept, isWhole };
}

function fitReference(to: FieldDefinition, from: FieldDefinition, value: Value): Fitted {
  const isSameKind = to.kind === 'reference' && from.kind === 'reference' && to.idoInstanceId === from.idoInstanceId;
  // Which record a text means would be guessed.
  if (!isSameKind) return NOTHING;
  const ids = listOf(value);
  return isMany(to) ? whole([...ids]) : { value: ids[0] ?? '', isWhole: ids.length <= 1 };
}

/** What becomes of a filled value of a field when that becomes another one. Done twice it changes nothing more. */
export function fitValue(to: FieldDefinition, from: FieldDefinition, value: Value, names: Names = new Map()): Fitted {
  if (formOf(to) === formOf(from)) return whole(value);
  const text = asText(from, value, names).trim();
  const list = listOf(value);
  switch (to.kind) {
    case 'computed':
      return NOTHING;
    case 'reference':
      return fitReference(to, from, value);
    case 'multiplechoiceTag': {
      const words = isChosen(from) ? list : listOf(oneLine(text));
      const kept = words.filter((word) => word.length <= MAX_CHOICE);
      return { value: kept, isWhole: kept.length === words.length };
    }
    case 'datefield':
      return orNothing(keptDay(text));
    case 'timefield': {
      const time = keptTime(text);
      return orNothing(time !== undefined && time >= to.minValue && time <= to.maxValue ? time : undefined);
    }
    case 'textarea':
      return { value: text, isWhole: from.kind !== 'reference' };
    case 'textField': {
      if (to.isNumber === true) return orNothing(keptNumber(text));
      const line = oneLine(text);
      return line.length > MAX_TEXT_FIELD ? NOTHING : { value: line, isWhole: from.kind !== 'reference' };
    }
    default:
      return fitChoice(to, from, value, names);
  }
}

/** The words of values that a field of choices would need as choices, when another one becomes it: what many have first. */
export function missingChoices(
  to: FieldDefinition,
  from: FieldDefinition,
  stored: readonly { readonly value: Value; readonly records: number }[],
): readonly string[] {
  if (!isChosen(to) || isChosen(from) || from.kind === 'reference') return [];
  const { choices } = to as { readonly choices: readonly string[] };
  const counts = new Map<string, { readonly word: string; readonly records: number }>();
  for (const { value, records } of stored) {
    const words = formOf(from) === 'words' ? listOf(value) : listOf(asText(from, value, new Map()));
    for (const word of words) {
      // What goes over several lines is no choice.
      if (word.length > MAX_CHOICE || /[\r\n]/.test(word) || choiceOf(choices, oneLine(word)) !== undefined) continue;
      const known = counts.get(folded(oneLine(word)));
      counts.set(folded(oneLine(word)), {
        word: known?.word ?? oneLine(word),
        records: (known?.records ?? 0) + records,
      });
    }
  }
  return [...counts.values()]
    .toSorted((a, b) => b.records - a.records || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
}

/**
 * Values of a record, or of a contact person, of an older version of their kind as its fields have them now. Keys in `written` were written
 * since.
 */
export function convertValues(
  conversions: readonly Conversion[],
  values: Values,
  { names, written = new Set() }: { readonly names: Names; readonly written?: ReadonlySet<string> },
): Values {
  const next = new Map(Object.entries(values));
  for (const { key, from, to, keep, renamed = [] } of conversions) {
    const stood = next.get(key);
    if (stood === undefined || isEmpty(stood) || written.has(key)) continue;
    const value = renamedValue(renamed, stood);
    const fitted = fitValue(to, from, value, names);
    // Of records that were deleted nobody has counted what does not fit.
    if (!fitted.isWhole && keep === null) continue;
    if (isEmpty(fitted.value)) next.delete(key);
    else if (!isSame(fitted.value, stood)) next.set(key, fitted.value);
    if (!fitted.isWhole && keep !== null && !next.has(keep)) next.set(keep, value);
  }
  return Object.fromEntries(next);
}
