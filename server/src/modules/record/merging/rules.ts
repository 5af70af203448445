import type { FieldDefinition, Value } from '@kontor/contract/record';
import {
  isMany,
  isEmpty,
  isSame,
  membersOf,
  addressesOf,
  phonesOf,
  nameIn,
  valueOf,
  textOf,
  type Kind,
} from '../rules.ts';
import type { FilledPerson, GonePerson, Values } from '../tables.ts';
import { areTitlesAlike } from './likeness.ts';

/** Whose value of a field stands: the number of its record, or that of all. */
export type Choice = number | 'all';

export interface Side {
  readonly recordId: number;
  readonly values: Values;
}

const isLong = ({ kind }: FieldDefinition): boolean => kind === 'textarea';

/** All values of a field in one: lists joined, texts below each other, what is the same once. */
function joined(field: FieldDefinition, values: readonly Value[]): Value {
  if (isMany(field)) return [...new Set(values.flatMap((value) => value))];
  const texts = values.map(textOf).filter((text) => text !== '');
  return isLong(field) ? [...new Set(texts)].join('\n\n') : (texts[0] ?? '');
}

/** What becomes of the values of records, the kept one first: what was chosen by field, else the first that is filled. */
export function mergedValues(
  fields: readonly FieldDefinition[],
  sides: readonly Side[],
  choices: ReadonlyMap<string, Choice>,
): Values {
  const kept = sides[0]?.values ?? {};
  const next = new Map(Object.entries(kept));
  for (const field of fields) {
    const values = sides.map((side) => valueOf(field, side.values));
    const choice = choices.get(field.key);
    const chosen =
      choice === 'all'
        ? joined(field, values)
        : choice === undefined
          ? values.find((value) => !isEmpty(value))
          : values[sides.findIndex((side) => side.recordId === choice)];
    if (chosen === undefined || isEmpty(chosen)) next.delete(field.key);
    else next.set(field.key, chosen);
  }
  return Object.fromEntries(next);
}

export interface SidePerson {
  readonly personId: number;
  readonly recordId: number;
  readonly place: number;
  readonly values: Values;
}

/** What contact persons of records become that are merged: who comes along, who is the same as another, who is filled up by it. */
export interface JoinedPersons {
  readonly gone: ReadonlyMap<number, readonly GonePerson[]>;
  /** With their places at the kept one. */
  readonly moved: readonly { readonly personId: number; readonly place: number }[];
  readonly filled: readonly FilledPerson[];
}

type IsSamePerson = (one: Values, other: Values) => boolean;

/** Tells whether two contact persons are the same: of one name and nothing that contradicts it, or of a name alike and an address or number. */
export function samePersons(kind: Kind, country: string): IsSamePerson {
  const fields = kind.fields.contactPerson;
  const reached = (values: Values): ReadonlySet<string> => {
    const members = membersOf(kind, '', {}, [{ personId: 1, values }]);
    const numbers = phonesOf(members, country).map(({ e164, number }) => e164 || number);
    return new Set([...addressesOf(members).map(({ address }) => address), ...numbers]);
  };
  return (one, other) => {
    const [name, otherName] = [nameIn(fields, one), nameIn(fields, other)];
    const [ways, others] = [reached(one), reached(other)];
    const isReachedSo = [...ways].some((way) => others.has(way));
    if (name === '' || otherName === '') return name === otherName && isReachedSo;
    if (!areTitlesAlike(name, otherName)) return false;
    return isReachedSo || ways.size === 0 || others.size === 0;
  };
}

/** `persons` stand in the order of their records, those of the kept one first. */
export function joinPersons(
  fields: readonly FieldDefinition[],
  keptId: number,
  persons: readonly SidePerson[],
  isSamePerson: IsSamePerson,
): JoinedPersons {
  const there = persons
    .filter((person) => person.recordId === keptId)
    .map((person) => ({ ...person, is: person.values }));
  const gone = new Map<number, GonePerson[]>();
  const comers = new Set<number>();
  let last = Math.max(0, ...there.map((person) => person.place));
  for (const { personId, recordId, place: was, values } of persons) {
    if (recordId === keptId) continue;
    const double = there.find((one) => isSamePerson(one.is, values));
    if (double === undefined) {
      there.push({ personId, recordId, place: (last += 1), values, is: values });
      comers.add(personId);
    } else {
      const both = [
        { recordId: 0, values: double.is },
        { recordId: 1, values },
      ];
      double.is = mergedValues(fields, both, new Map());
    }
    gone.set(recordId, [
      ...(gone.get(recordId) ?? []),
      { personId, into: double?.personId ?? null, place: was, values },
    ]);
  }
  return {
    gone,
    moved: there.filter(({ personId }) => comers.has(personId)).map(({ personId, place }) => ({ personId, place })),
    filled: there
      .filter(({ values, is }) => !areSame(fields, values, is))
      .map(({ personId, values, is }) => ({ personId, before: values, after: is })),
  };
}

const areSame = (fields: readonly FieldDefinition[], one: Values, other: Values): boolean =>
  fields.every((field) => isSame(valueOf(field, one), valueOf(field, other)));

/** What values are once a change is taken back: where they still stand as it left them, they are as they were before; all else stays. */
export function takenBack(before: Values, after: Values, now: Values): Values {
  const next = new Map(Object.entries(now));
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, became, is] = [before[key] ?? '', after[key] ?? '', now[key] ?? ''];
    if (isSame(was, became) || !isSame(is, became)) continue;
    if (isEmpty(was)) next.delete(key);
    else next.set(key, was);
  }
  return Object.fromEntries(next);
}
