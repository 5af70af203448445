import { tidyName } from '@kontor/contract/kernel';
import { MAX_CALLER_NAME, type Candidate, type Naming } from '@kontor/contract/phonecall';
import type { ChangeContext, InstanceContext, Person, QueryContext } from '../../../platform/operation/context.ts';
import { dialOf, placeOf, shownNumber } from '../../../platform/phone/said.ts';
import { folded } from '../../../platform/words.ts';
import { usesMailNumbers } from '../../account/index.ts';
import { namedOwners, namesOfMembers, type NamedMembers, type NumberOwner } from '../../record/index.ts';
import {
  judge,
  mainNumbersOf,
  ownerKey,
  ownersInRecords,
  withHouseNumbers,
  type Fact,
  type Judged,
  type OwnerName,
  type Scored,
} from './rules.ts';
import { activeNames, readEntryNames, readLedger, type LedgerRow } from './store.ts';

export { activePictures } from './store.ts';

/** Who asks whose a number is. */
export type NamingContext = Pick<InstanceContext, 'db' | 'instance' | 'now'> & {
  readonly person?: Person | undefined;
} & Partial<Pick<ChangeContext, 'processIds'> & Pick<QueryContext, 'remembered'>>;

export interface NamingOptions {
  /** Whether records and their contact persons are told of; left out: whether the person who asks sees records. */
  readonly records?: boolean;
  /** What `ledgerFor` answers of these numbers, where it was asked already. */
  readonly ledger?: readonly LedgerRow[] | Promise<readonly LedgerRow[]>;
}

/** What is known of numbers beside their records, for who asks. Of what mails say who asks is told what they may read themselves, and nobody is where nobody asks. */
export async function ledgerFor(
  { db, instance, person }: NamingContext,
  numbers: readonly number[],
  seesRecords = person?.rights.idoList ?? false,
): Promise<readonly LedgerRow[]> {
  if (numbers.length === 0) return [];
  const mailReader =
    seesRecords && person?.rights.mailList === true && usesMailNumbers(instance.settings) ? person.id : undefined;
  return readLedger(db, instance.id, [...new Set(numbers)], mailReader);
}

/** What callers call themselves by numbers, as names are compared, whether that is right or wrong. */
export function saidNames(ledger: readonly LedgerRow[]): ReadonlyMap<number, ReadonlySet<string>> {
  const said = Map.groupBy(ledger.filter(isSaid), ({ number }) => number);
  return new Map([...said].map(([number, rows]) => [number, new Set(rows.map(({ name_key: key }) => key))]));
}

const isSaid = ({ owner_kind: kind, source }: LedgerRow): boolean => kind === 'caller' && source === 'system';

/** What a caller calls itself, as it is kept. */
export const saidName = (said: string): string => tidyName(said).slice(0, MAX_CALLER_NAME);

/** As names are compared. */
export const nameKey = (name: string): string => folded(name).replace(/\s+/g, ' ').trim();

/**
 * Returns who numbers belong to, by the numbers, however many there are: in one way to the database for what is known and for records, and one more where
 * what is known names somebody whose name came with neither. `numberTexts`: how a number was written, for what cannot be shown otherwise.
 */
export async function resolveNumbers(
  ctx: NamingContext,
  numbers: readonly number[],
  numberTexts: ReadonlyMap<number, string> = new Map(),
  options: NamingOptions = {},
): Promise<Map<number, Naming>> {
  const requested = [...new Set(numbers)];
  if (requested.length === 0) return new Map();
  const seesRecords = options.records ?? ctx.person?.rights.idoList ?? false;
  const [ledger, { owners, names: members }] = await Promise.all([
    options.ledger ?? ledgerFor(ctx, requested, seesRecords),
    namedOwners(ctx, seesRecords ? [...withMainNumbers(requested)].map((number) => `+${number}`) : []),
  ]);
  const facts = [
    ...ledger.filter(({ what }) => what !== 'block').map((row) => factOf(row)),
    ...recordFacts(requested, owners),
  ].filter(({ ownerKind }) => seesRecords || (ownerKind !== 'record' && ownerKind !== 'person'));
  const names = await readNames(ctx, facts, ledger, members);
  const blocked = new Set(ledger.filter(({ what }) => what === 'block').map(({ number }) => number));
  const byNumber = Map.groupBy(facts, ({ number }) => number);
  const recordOf = (personId: number) => names.persons.get(personId)?.recordId;
  const now = ctx.now();
  return new Map(
    requested.map((number) => {
      const judged = judge(withHouseNumbers(byNumber.get(number) ?? [], recordOf), names.all, now);
      return [number, toNaming(number, numberTexts.get(number) ?? '', judged, names, blocked.has(number))];
    }),
  );
}

/** What is known of a number that is none which is reached from everywhere: nothing. */
export const unknownNaming = (text: string): Naming => ({
  number: text,
  dial: dialOf(null, text),
  sureness: 'none',
  name: '',
  candidates: [],
  place: '',
  isBlocked: false,
});

/**
 * The same naming, with what the caller of one call calls itself where nobody knows more. `said`: what callers of its number call themselves (`saidNames`),
 * of which the naming has what is not wrong.
 */
export function withSystemName(naming: Naming, systemName: string, said: ReadonlySet<string> = new Set()): Naming {
  if (systemName === '' || (naming.sureness !== 'none' && naming.sureness !== 'theirs')) return naming;
  const key = nameKey(saidName(systemName));
  const own = naming.candidates.find(({ name }) => nameKey(name) === key);
  if (own !== undefined)
    return { ...naming, name: own.name, candidates: [own, ...naming.candidates.filter((one) => one !== own)] };
  return said.has(key) ? naming : { ...naming, sureness: 'theirs', name: systemName, candidates: [] };
}

/** The colleague whose number it surely is; undefined where it is anybody else's. */
export const colleagueIn = ({ sureness, candidates: [best] }: Naming): number | undefined =>
  sureness === 'sure' && best?.ownerKind === 'user' ? best.ownerId : undefined;

/** The name for lists: of somebody who is sure, else the candidates with a slash between them. */
export const nameForLists = ({ sureness, name, candidates }: Naming): { name: string; isGuessed: boolean } =>
  sureness === 'maybe'
    ? { name: candidates.map((one) => one.name).join(' / '), isGuessed: true }
    : { name, isGuessed: sureness === 'theirs' };

const factOf = (row: Awaited<ReturnType<typeof readLedger>>[number]): Fact => ({
  number: row.number,
  ownerKind: row.owner_kind,
  ownerId: row.owner_id,
  source: row.source,
  seen: row.seen,
  lastAt: row.last_at.getTime(),
  isRight: row.is_right,
  isNow: row.what === 'book',
});

/** Numbers, and the main numbers that they may be extensions of. */
const withMainNumbers = (numbers: readonly number[]): ReadonlySet<number> =>
  new Set([...numbers, ...numbers.flatMap(mainNumbersOf)]);

function recordFacts(numbers: readonly number[], owners: readonly NumberOwner[]): readonly Fact[] {
  const byNumber = Map.groupBy(owners, ({ e164 }) => Number(e164.slice(1)));
  const toFact = (number: number, mainNumber?: number) => {
    const some = byNumber.get(mainNumber ?? number) ?? [];
    // People have extensions of their own; it is the company that has a main number.
    const own = mainNumber === undefined ? some : some.filter((owner) => owner.person_id === 0);
    return ownersInRecords(own).map(({ ownerKind, ownerId, changed_at: lastAt }): Fact => ({
      number,
      ownerKind,
      ownerId,
      source: 'recordField',
      seen: 1,
      lastAt,
      isRight: true,
      isNow: true,
      ...(mainNumber === undefined ? {} : { mainNumber }),
    }));
  };
  return numbers.flatMap((number) => {
    const main = mainNumbersOf(number).find((one) => byNumber.get(one)?.some((owner) => owner.person_id === 0));
    return [...toFact(number), ...(main === undefined ? [] : toFact(number, main))];
  });
}

interface Names extends NamedMembers {
  readonly all: ReadonlyMap<string, OwnerName>;
}

/** What owners are called. `members`: records and contact persons whose names are known already; entries of the phone book bring theirs with the ledger. */
async function readNames(
  ctx: NamingContext,
  facts: readonly Fact[],
  ledger: readonly LedgerRow[],
  members: NamedMembers,
): Promise<Names> {
  const { db, instance } = ctx;
  const known = ledger.filter(({ what }) => what === 'book');
  const isKnown: Readonly<Record<string, (id: number) => boolean>> = {
    record: (id) => members.records.has(id),
    person: (id) => members.persons.has(id),
    book: (id) => known.some((row) => row.owner_id === id),
  };
  const unknown = (kind: Fact['ownerKind']): number[] => [
    ...new Set(
      facts.flatMap(({ ownerKind, ownerId }) =>
        ownerKind === kind && isKnown[kind]?.(ownerId) !== true ? ownerId : [],
      ),
    ),
  ];
  const [others, users, entries] = await Promise.all([
    namesOfMembers(ctx, unknown('record'), unknown('person')),
    activeNames(db, instance.id, unknown('user')),
    readEntryNames(db, instance.id, unknown('book')),
  ]);
  const records = new Map([...others.records, ...members.records]);
  const persons = new Map([...others.persons, ...members.persons]);
  const all = new Map<string, OwnerName>();
  for (const [id, { title }] of records) all.set(`record:${id}`, { name: title, key: nameKey(title) });
  for (const [id, { name, recordId }] of persons) {
    const said = name || (records.get(recordId)?.title ?? '');
    all.set(`person:${id}`, { name: said, key: nameKey(said), recordId });
  }
  for (const [id, name] of users) all.set(`user:${id}`, { name, key: nameKey(name) });
  for (const [id, { name, name_key: key, company }] of entries) all.set(`book:${id}`, { name, key, company });
  for (const { owner_id: id, name, name_key: key, company } of known) all.set(`book:${id}`, { name, key, company });
  for (const { owner_id: id, name, name_key: key } of ledger.filter(isSaid)) all.set(`caller:${id}`, { name, key });
  return { all, records, persons };
}

function toNaming(number: number, text: string, judged: Judged, names: Names, isBlocked: boolean): Naming {
  const candidates = judged.candidates.map((scored) => toCandidate(number, scored, names));
  return {
    number: shownNumber(number, text),
    dial: dialOf(number),
    sureness: judged.sureness,
    name: judged.sureness === 'sure' || judged.sureness === 'theirs' ? (candidates[0]?.name ?? '') : '',
    candidates,
    place: placeOf(number),
    isBlocked,
  };
}

function toCandidate(number: number, scored: Scored, { all, records, persons }: Names): Candidate {
  const { ownerKind, ownerId, mainNumber, reasons } = scored;
  const recordId =
    ownerKind === 'record' ? ownerId : ownerKind === 'person' ? persons.get(ownerId)?.recordId : undefined;
  const record = recordId === undefined ? undefined : records.get(recordId);
  const company = all.get(ownerKey(scored))?.company ?? '';
  const about = ownerKind === 'person' ? (record?.title ?? '') : (record?.kindName ?? company);
  const extension = mainNumber === undefined ? '' : extensionOf(number, mainNumber);
  return {
    ownerKind,
    ownerId,
    name: all.get(ownerKey(scored))?.name ?? '',
    subtitle: [about, extension].filter((part) => part !== '').join(', '),
    record:
      record === undefined || recordId === undefined
        ? null
        : {
            idoId: recordId,
            idoInstanceId: record.kindId,
            contactPersonId: ownerKind === 'person' ? ownerId : null,
            color: record.color,
          },
    reasons: [...reasons],
  };
}

/** What is dialled behind a main number, with or without its last 0: `-12`. */
function extensionOf(number: number, main: number): string {
  const [whole, base] = [String(number), String(main)];
  return `-${whole.startsWith(base) ? whole.slice(base.length) : whole.slice(base.length - 1)}`;
}
