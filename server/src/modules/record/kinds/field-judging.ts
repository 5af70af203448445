import {
  FIELD_KEY,
  FieldDefinitionSchema,
  MANY_CHOICES,
  MAX_CHOICE,
  MAX_CHOICES,
  MAX_FORMULA,
  MAX_LABEL,
  NOT_OF_PERSONS,
  ONE_CHOICE,
  RESERVED_KEYS,
  TIME_FORMAT,
  UNIQUE_KINDS,
  type FieldDefinition,
  type GivenField,
  type KindFault,
} from '@kontor/contract/record';
import { tidyName } from '@kontor/contract/kernel';
import * as v from 'valibot';
import { folded } from '../../../platform/words.ts';
import { faultsOf, isEmpty, tidyValue } from '../rules.ts';
import { wrongRename } from './renaming.ts';

type Wrong = Pick<KindFault, 'why'> & Partial<Pick<KindFault, 'detail'>>;
interface About {
  readonly kindIds: ReadonlySet<number>;
  readonly groupIds: ReadonlySet<number>;
  readonly tabs: ReadonlySet<string>;
  readonly isOfPersons: boolean;
}

const MAX_HELP = 500;
const isOneOf = (kinds: readonly string[], kind: string): boolean => kinds.includes(kind);
const isWithin = (number: number, least: number, most: number): boolean =>
  Number.isInteger(number) && number >= least && number <= most;
const hasChoices = (kind: string): boolean => isOneOf([...ONE_CHOICE, ...MANY_CHOICES], kind);

const tidyChoices = (choices: readonly string[] = []): readonly string[] =>
  choices.map(tidyName).filter((choice) => choice !== '');

function namingFaults({ key, label, help = '' }: GivenField): Wrong[] {
  const faults: Wrong[] = [];
  if (key === '') faults.push({ why: 'missing', detail: 'key' });
  else if (!FIELD_KEY.test(key)) faults.push({ why: 'form', detail: 'key' });
  else if ((RESERVED_KEYS as readonly string[]).includes(key)) faults.push({ why: 'reserved', detail: key });
  if (tidyName(label) === '') faults.push({ why: 'missing', detail: 'label' });
  if (tidyName(label).length > MAX_LABEL) faults.push({ why: 'tooLong', detail: 'label' });
  if (help.trim().length > MAX_HELP) faults.push({ why: 'tooLong', detail: 'help' });
  return faults;
}

function choiceFaults(given: GivenField): Wrong[] {
  const { kind, choices } = given;
  if (!hasChoices(kind)) return [];
  const tidy = tidyChoices(choices);
  const faults: Wrong[] = [];
  if (tidy.length === 0 && kind !== 'multiplechoiceTag') faults.push({ why: 'choices' });
  if (tidy.length > MAX_CHOICES) faults.push({ why: 'tooMany', detail: 'choices' });
  const long = tidy.find((choice) => choice.length > MAX_CHOICE);
  if (long !== undefined) faults.push({ why: 'tooLong', detail: long.slice(0, MAX_CHOICE).toWellFormed() });
  const seen = new Set<string>();
  const twice = tidy.find((choice) => seen.size === seen.add(folded(choice)).size);
  if (twice !== undefined) faults.push({ why: 'choiceTaken', detail: twice });
  const wrong = wrongRename(given, tidy);
  if (wrong !== undefined) faults.push({ why: 'renamed', detail: wrong.slice(0, MAX_CHOICE).toWellFormed() });
  return faults;
}

function timeFaults({ minValue = '00:00', maxValue = '23:59', increment = 15 }: GivenField): Wrong[] {
  const isTime = TIME_FORMAT.test(minValue) && TIME_FORMAT.test(maxValue);
  return [
    ...(isTime ? [] : [{ why: 'form', detail: 'minValue' } as const]),
    ...(isTime && minValue > maxValue ? [{ why: 'bounds', detail: 'maxValue' } as const] : []),
    ...(isWithin(increment, 1, 720) ? [] : [{ why: 'bounds', detail: 'increment' } as const]),
  ];
}

function dateFaults({ format = 'DD.MM.YYYY', width = 160 }: GivenField): Wrong[] {
  const isFormat = ['DD', 'MM', 'YYYY'].every((part) => format.split(part).length === 2);
  return [
    ...(isFormat ? [] : [{ why: 'form', detail: 'format' } as const]),
    ...(width >= 40 && width <= 1000 ? [] : [{ why: 'bounds', detail: 'width' } as const]),
  ];
}

function computedFaults({ formula = '', result, decimals, isRequired, isUnique }: GivenField): Wrong[] {
  const faults: Wrong[] = [];
  if (formula.trim() === '') faults.push({ why: 'missing', detail: 'formula' });
  if (formula.length > MAX_FORMULA) faults.push({ why: 'tooLong', detail: 'formula' });
  if (result === undefined) faults.push({ why: 'missing', detail: 'result' });
  if (decimals !== undefined && !isWithin(decimals, 0, 6)) faults.push({ why: 'bounds', detail: 'decimals' });
  if (isRequired === true) faults.push({ why: 'required' });
  if (isUnique === true) faults.push({ why: 'unique' });
  return faults;
}

function kindFaults(field: GivenField, { kindIds, isOfPersons }: About): Wrong[] {
  if (isOfPersons && isOneOf(NOT_OF_PERSONS, field.kind)) return [{ why: 'persons' }];
  switch (field.kind) {
    case 'timefield':
      return timeFaults(field);
    case 'datefield':
      return dateFaults(field);
    case 'computed':
      return computedFaults(field);
    case 'reference':
      return kindIds.has(field.idoInstanceId ?? 0) ? [] : [{ why: 'reference' }];
    default:
      return choiceFaults(field);
  }
}

function rightsFaults({ rights }: GivenField, { groupIds }: About): Wrong[] {
  const seen = new Set<number>();
  return (rights?.groups ?? []).flatMap(({ groupId }): readonly Wrong[] => {
    const isGood = groupIds.has(groupId) && !seen.has(groupId);
    seen.add(groupId);
    return isGood ? [] : [{ why: 'group', detail: String(groupId) }];
  });
}

/** Kinds of field that may begin with the day, with the name of who makes it, with the next number. */
const BEGINS_WITH = { today: ['datefield'], me: ['textField', 'textarea'], number: ['textField'] } as const;

function fitsDefault(given: GivenField, isOfPersons: boolean): boolean {
  const begins = given.default;
  if (begins === undefined) return true;
  if (given.kind === 'computed') return false;
  if (typeof begins === 'object' && 'kind' in begins) {
    const isMail = given.actionIcons?.includes('mail') === true;
    if (!isOneOf(BEGINS_WITH[begins.kind], given.kind) || (isMail && begins.kind !== 'today')) return false;
    if (begins.kind === 'me') return given.isNumber !== true;
    return begins.kind !== 'number' || !isOfPersons;
  }
  const field = toField(given, isOfPersons);
  if (field === undefined) return true;
  const value = tidyValue(field, begins);
  if (isEmpty(value)) return true;
  return faultsOf([field], new Map([[field.key, value]]), true).length === 0;
}

/** All that is wrong with a field alone. */
export function judgeField(field: GivenField, about: About): Wrong[] {
  const faults = [...namingFaults(field), ...kindFaults(field, about), ...rightsFaults(field, about)];
  const mayBeUnique = isOneOf(UNIQUE_KINDS, field.kind) && field.isMany !== true && !about.isOfPersons;
  if (field.isUnique === true && !mayBeUnique && field.kind !== 'computed') faults.push({ why: 'unique' });
  if (field.tab !== undefined && !about.isOfPersons && !(field.tab.startsWith('own:') && about.tabs.has(field.tab)))
    faults.push({ why: 'ownTab', detail: field.tab });
  // What begins with something else has been said to be wrong already.
  if (faults.length === 0 && !fitsDefault(field, about.isOfPersons)) faults.push({ why: 'default' });
  return faults;
}

/** Whether rights say what holds anyway. */
const isDefault = ({ rights }: GivenField): boolean =>
  rights === undefined || (rights.others === 'write' && rights.groups.every(({ access }) => access === 'write'));

/** A field as it is kept, with what its kind of field has alone; undefined where it is none. */
export function toField(given: GivenField, isOfPersons: boolean): FieldDefinition | undefined {
  const { isReadOnly: _told, rights, tab, help = '', isUnique, default: begins, label, choices, ...rest } = given;
  const isBegun =
    begins !== undefined && !(typeof begins !== 'string' && 'kind' in begins) ? !isEmpty(begins) : begins !== undefined;
  const parsed = v.safeParse(FieldDefinitionSchema, {
    ...rest,
    ...(rest.formula === undefined ? {} : { formula: rest.formula.trim() }),
    label: tidyName(label),
    ...(hasChoices(given.kind) ? { choices: tidyChoices(choices) } : {}),
    ...(isDefault(given) ? {} : { rights }),
    ...(tab === undefined || isOfPersons ? {} : { tab }),
    ...(help.trim() === '' ? {} : { help: help.trim() }),
    ...(isUnique === true ? { isUnique } : {}),
    ...(isBegun ? { default: begins } : {}),
  });
  return parsed.success ? parsed.output : undefined;
}
