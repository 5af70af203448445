import type { ClaimSource, NamingReason, OwnerKind } from '@kontor/contract/phonecall';

/** Something that speaks for a number being somebody's, or against it. */
export interface Fact {
  readonly number: number;
  readonly ownerKind: OwnerKind;
  readonly ownerId: number;
  readonly source: ClaimSource;
  /** How often it was seen. */
  readonly seen: number;
  /** Milliseconds since 1970. */
  readonly lastAt: number;
  readonly isRight: boolean;
  /** It stands somewhere now, and grows no older: in a record, or in the phone book. */
  readonly isNow: boolean;
  /** The number is an extension of this main number of the owner. */
  readonly mainNumber?: number;
}

/** What an owner is called; owners without a name are nobody's any more. */
export interface OwnerName {
  readonly name: string;
  /** As names are compared. */
  readonly key: string;
  /** The record that a contact person is of. */
  readonly recordId?: number;
  /** The company of an entry of the phone book. */
  readonly company?: string;
}

/** An owner of a number with what speaks for it. */
export interface Scored {
  readonly ownerKind: OwnerKind;
  readonly ownerId: number;
  readonly score: number;
  readonly reasons: readonly NamingReason[];
  readonly mainNumber: number | undefined;
}

/** Who a number belongs to. */
export interface Judged {
  readonly sureness: 'sure' | 'maybe' | 'theirs' | 'none';
  /** The likeliest first. */
  readonly candidates: readonly Scored[];
}

const WEIGHTS: Readonly<Record<ClaimSource, number>> = {
  recordField: 100,
  hand: 100,
  terminal: 100,
  book: 80,
  card: 60,
  import: 60,
  signature: 50,
  linkedCall: 40,
  system: 20,
};
/** An extension of a known main number. */
const EXTENSION_WEIGHT = 60;
const FURTHER_MAIL = 5;
const MAX_SIGNATURE = 70;
const HALF_LIFE_MS = 2 * 365.25 * 86_400_000;
/** From here on the best names the call. */
const SURE = 50;
/** How many times as likely as the second the best must be. */
const AHEAD = 1.5;
export const MAX_CANDIDATES = 5;

/** How much a fact speaks for its owner at a moment (milliseconds since 1970). */
export function weightOf(fact: Fact, now: number): number {
  const base =
    fact.mainNumber !== undefined
      ? EXTENSION_WEIGHT
      : fact.source === 'signature'
        ? Math.min(MAX_SIGNATURE, WEIGHTS.signature + FURTHER_MAIL * (fact.seen - 1))
        : WEIGHTS[fact.source];
  return fact.isNow ? base : base * 0.5 ** (Math.max(0, now - fact.lastAt) / HALF_LIFE_MS);
}

export const ownerKey = ({ ownerKind, ownerId }: { readonly ownerKind: OwnerKind; readonly ownerId: number }): string =>
  `${ownerKind}:${ownerId}`;

/**
 * Reads the owners in the fields of records: a number that several people of one record have, or the record itself, is the record's; one that only a
 * contact person has is that person's.
 */
export function ownersInRecords<T extends { readonly record_id: number; readonly person_id: number }>(
  owners: readonly T[],
): readonly (T & { readonly ownerKind: 'record' | 'person'; readonly ownerId: number })[] {
  return [...Map.groupBy(owners, (owner) => owner.record_id)].flatMap(([recordId, some]) => {
    const [first] = some;
    if (first === undefined) return [];
    const persons = new Set(some.map((owner) => owner.person_id));
    const isPersons = persons.size === 1 && first.person_id !== 0;
    return [
      {
        ...first,
        ownerKind: isPersons ? 'person' : 'record',
        ownerId: isPersons ? first.person_id : recordId,
      } as const,
    ];
  });
}

/** Who of records an address is: the contact person who alone has it, else the record; undefined where nobody has it, or several records do. */
export function mailOwnerOf(
  owners: readonly { readonly recordId: number; readonly personId: number }[],
): { readonly ownerKind: 'record' | 'person'; readonly ownerId: number; readonly recordId: number } | undefined {
  const [first] = owners;
  if (first === undefined || owners.some(({ recordId }) => recordId !== first.recordId)) return undefined;
  const { recordId } = first;
  const persons = new Set(owners.map(({ personId }) => personId));
  return persons.size === 1 && first.personId !== 0
    ? { ownerKind: 'person', ownerId: first.personId, recordId }
    : { ownerKind: 'record', ownerId: recordId, recordId };
}

const isOfMail = ({ source, isRight }: Fact): boolean => isRight && (source === 'signature' || source === 'card');

/**
 * Gives what mails say of contact persons to their record, where its field has the number, or several of its people sign with it: that is the number of
 * the house. `recordOf`: the records of contact persons.
 */
export function withHouseNumbers(facts: readonly Fact[], recordOf: (personId: number) => number | undefined): Fact[] {
  const houses = new Set(
    facts
      .filter(({ ownerKind, source, mainNumber }) => ownerKind === 'record' && source === 'recordField' && !mainNumber)
      .map(({ ownerId }) => ownerId),
  );
  const signers = new Map<number, Set<number>>();
  for (const fact of facts) {
    if (!isOfMail(fact) || fact.ownerKind !== 'person') continue;
    const recordId = recordOf(fact.ownerId);
    if (recordId === undefined) continue;
    signers.set(recordId, (signers.get(recordId) ?? new Set()).add(fact.ownerId));
  }
  return facts.map((fact) => {
    const recordId = isOfMail(fact) && fact.ownerKind === 'person' ? recordOf(fact.ownerId) : undefined;
    const isHouses = recordId !== undefined && (houses.has(recordId) || (signers.get(recordId)?.size ?? 0) > 1);
    return isHouses ? { ...fact, ownerKind: 'record', ownerId: recordId } : fact;
  });
}

/** The most places behind a main number that an extension has. */
const MAX_EXTENSION = 4;
/** Digits of a main number, with the code of the country, that are enough to know it by. */
const MIN_MAIN = 8;

/** Returns the main numbers that a number may be an extension of, the longest first: those it begins with, alone or with a 0 behind. */
export function mainNumbersOf(number: number): readonly number[] {
  const digits = String(number);
  const cuts = Array.from({ length: MAX_EXTENSION }, (_, index) => digits.slice(0, digits.length - index - 1));
  return cuts
    .filter((cut) => cut.length >= MIN_MAIN)
    .flatMap((cut) => [Number(`${cut}0`), Number(cut)])
    .filter((main) => main !== number);
}

interface Owner {
  readonly fact: Fact;
  readonly facts: Fact[];
  readonly name: OwnerName;
}

/** Judges whose one number is by all that is known of it, for somebody to whom all of these facts may be told, at a moment. */
export function judge(facts: readonly Fact[], names: ReadonlyMap<string, OwnerName>, now: number): Judged {
  const wrong = new Set(facts.filter(({ isRight }) => !isRight).map(ownerKey));
  // Whoever is not an owner is none by what callers call themselves, either.
  const wrongNames = new Set([...wrong].flatMap((key) => names.get(key)?.key ?? []));
  const owners = new Map<string, Owner>();
  for (const fact of facts) {
    const key = ownerKey(fact);
    const name = names.get(key);
    if (!fact.isRight || wrong.has(key) || name === undefined || name.name === '') continue;
    if (fact.source === 'system' && wrongNames.has(name.key)) continue;
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, { fact, facts: [fact], name });
    else owner.facts.push(fact);
  }
  const whole = new Set(facts.filter(({ mainNumber }) => mainNumber === undefined).map(ownerKey));
  const known = [...owners]
    // Who has the number itself has it, and not by a main number.
    .map(([key, owner]) => ({ key, ...owner, facts: whole.has(key) ? withoutMain(owner.facts) : owner.facts }))
    .filter(({ facts: own }) => own.length > 0);
  const joined = joinNames(known);
  const scored = joined
    .map(({ fact, facts: own }) => toScored(fact, own, now))
    .toSorted((one, other) => other.score - one.score || newest(other) - newest(one));
  return { sureness: surenessOf(scored), candidates: scored.slice(0, MAX_CANDIDATES) };
}

const withoutMain = (facts: readonly Fact[]): Fact[] => facts.filter(({ mainNumber }) => mainNumber === undefined);

type Known = Owner & { readonly key: string };

const RANK: Readonly<Record<OwnerKind, number>> = { person: 0, record: 1, user: 2, book: 3, caller: 4 };
/** Owners that are a name and nothing else: they are whoever has the same name. */
const isNameAlone = ({ fact }: Known): boolean => fact.ownerKind === 'book' || fact.ownerKind === 'caller';

/** Joins owners that are called the same, and gives what speaks for a record to a contact person of it for whom something else speaks. */
function joinNames(owners: readonly Known[]): readonly Known[] {
  const byName = [...Map.groupBy(owners, ({ name }) => name.key).values()].map((some) => {
    const sorted = some.toSorted((one, other) => RANK[one.fact.ownerKind] - RANK[other.fact.ownerKind]);
    // Two records that are called alike are two.
    const [first, ...rest] = sorted;
    const others = rest.filter((one) => !isNameAlone(one));
    const names = rest.filter(isNameAlone);
    return first === undefined
      ? []
      : [{ ...first, facts: [...first.facts, ...names.flatMap(({ facts }) => facts)] }, ...others];
  });
  const all = byName.flat();
  const records = new Map(all.filter(({ fact }) => fact.ownerKind === 'record').map((one) => [one.fact.ownerId, one]));
  return all.map((one) => {
    const record = one.name.recordId === undefined ? undefined : records.get(one.name.recordId);
    return record === undefined ? one : { ...one, facts: [...one.facts, ...record.facts] };
  });
}

function toScored({ ownerKind, ownerId }: Fact, facts: readonly Fact[], now: number): Scored {
  const best = new Map<ClaimSource, Fact>();
  for (const fact of facts) {
    const before = best.get(fact.source);
    if (before === undefined || weightOf(fact, now) > weightOf(before, now)) best.set(fact.source, fact);
  }
  const used = [...best.values()].toSorted((one, other) => weightOf(other, now) - weightOf(one, now));
  return {
    ownerKind,
    ownerId,
    score: used.reduce((sum, fact) => sum + weightOf(fact, now), 0),
    reasons: used.map(({ source, seen, lastAt }) => ({ source, count: seen, lastAt: new Date(lastAt).toISOString() })),
    mainNumber: used[0]?.mainNumber,
  };
}

const newest = ({ reasons }: Scored): number => Math.max(...reasons.map(({ lastAt }) => Date.parse(lastAt)));

function surenessOf(candidates: readonly Scored[]): Judged['sureness'] {
  const [best, second] = candidates;
  if (best === undefined) return 'none';
  if (best.score >= SURE && best.score >= AHEAD * (second?.score ?? 0)) return 'sure';
  return candidates.every(({ reasons }) => reasons.every(({ source }) => source === 'system')) ? 'theirs' : 'maybe';
}
