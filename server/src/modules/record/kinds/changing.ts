import {
  MAX_CHOICES,
  type FieldDefinition,
  type KindFields,
  type RenamedChoice,
  type Value,
} from '@kontor/contract/record';
import { ownFields } from '../rules.ts';
import type { KindRow } from '../store/kinds.ts';
import { fitValue, formOf, missingChoices } from './converting.ts';
import type { JudgedKind } from './judging.ts';
import type { Renames } from './renaming.ts';
import { openFields } from './rights.ts';

/** What stands in a field, with how many records, or contact persons, have it. */
export interface Counted {
  readonly value: Value;
  readonly records: number;
}
/** A field of a kind as it was and as it is to be; `isBack`: it had been taken out, `renamed`: what its choices are called now. */
export interface FieldMove {
  readonly from: FieldDefinition;
  readonly to: FieldDefinition;
  readonly isBack: boolean;
  readonly renamed: readonly RenamedChoice[];
}
/** What becomes of the fields of a record, or of a contact person. */
export interface FieldMoves {
  readonly ofPersons: boolean;
  readonly before: readonly FieldDefinition[];
  readonly after: readonly FieldDefinition[];
  readonly kept: readonly FieldMove[];
  /** Fields that are taken out. */
  readonly retired: readonly FieldDefinition[];
  /** All that have been taken out and do not come back, the last ones first. */
  readonly allRetired: readonly FieldDefinition[];
}

function movesOf(
  ofPersons: boolean,
  before: readonly FieldDefinition[],
  retired: readonly FieldDefinition[],
  after: readonly FieldDefinition[],
  renames: Renames,
): FieldMoves {
  const next = new Map(after.map((field) => [field.key, field]));
  const move = (isBack: boolean) => (from: FieldDefinition) => {
    const to = next.get(from.key);
    return to === undefined ? [] : { from, to, isBack, renamed: renames.get(to.key) ?? [] };
  };
  const gone = before.filter(({ key }) => !next.has(key));
  return {
    ofPersons,
    before,
    after,
    kept: [...before.flatMap(move(false)), ...retired.flatMap(move(true))],
    retired: gone,
    allRetired: [...gone, ...retired.filter(({ key }) => !next.has(key))],
  };
}

const NONE: KindFields = { leftColumn: [], rightColumn: [], contactPerson: [] };

/** What becomes of the fields of a kind, its own and those of its contact persons. */
export function fieldMoves(old: KindRow | undefined, next: JudgedKind): readonly [FieldMoves, FieldMoves] {
  const fields = old?.fields ?? NONE;
  const { leftColumn, rightColumn, contactPerson } = next.fields;
  return [
    movesOf(false, ownFields(fields), fields.retired ?? [], [...leftColumn, ...rightColumn], next.renamed.own),
    movesOf(true, fields.contactPerson, fields.retiredOfPersons ?? [], contactPerson, next.renamed.ofPersons),
  ];
}

/** Fields whose values become others. */
export const conversionsIn = ({ kept }: FieldMoves): readonly FieldMove[] =>
  kept.filter(({ from, to }) => formOf(from) !== formOf(to));

/** Fields whose choices are called otherwise. */
export const renamedIn = ({ kept }: FieldMoves): readonly FieldMove[] =>
  kept.filter(({ renamed }) => renamed.length > 0);

/** The field of choices that another one becomes, with the choices that it needs so that nothing is lost, as far as there is room. */
export function withChoices({ from, to }: Pick<FieldMove, 'from' | 'to'>, stored: readonly Counted[]): FieldDefinition {
  const missing = missingChoices(to, from, stored);
  if (missing.length === 0) return to;
  const { choices } = to as { readonly choices: readonly string[] };
  return { ...to, choices: [...choices, ...missing.slice(0, MAX_CHOICES - choices.length)] } as FieldDefinition;
}

/** How many have something in a field that becomes another one, of which not all fits. */
export const lossIn = ({ from, to }: Pick<FieldMove, 'from' | 'to'>, stored: readonly Counted[]): number =>
  stored.reduce((sum, { value, records }) => (fitValue(to, from, value).isWhole ? sum : sum + records), 0);

const MAX_KEY = 40;

/** A key that no field has or had. */
export function freeKey(key: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? 'Old' : `Old${number}`;
    const free = `${key.slice(0, MAX_KEY - end.length)}${end}`;
    if (!taken.has(free)) return free;
  }
}

/** What of a field decides what is made from what stands in it. */
function shapeOf({ key, kind, isTitle, rights, ...more }: FieldDefinition): object {
  const { actionIcons, isNumber, isMany, idoInstanceId, formula, result, decimals } = more as Record<string, unknown>;
  return { key, kind, isTitle, rights, actionIcons, isNumber, isMany, idoInstanceId, formula, result, decimals };
}

/** Whether something that is made of the records of a kind is another than before. */
export function isReshaped(old: KindRow, next: JudgedKind, moves: readonly FieldMoves[]): boolean {
  const shape = (fields: readonly FieldDefinition[]) => JSON.stringify(fields.map(shapeOf));
  return old.name !== next.name || moves.some(({ before, after }) => shape(before) !== shape(after));
}

const TELLING = ['city', 'company', 'number', 'email'];
const isText = ({ kind }: FieldDefinition): boolean => kind === 'textField' || kind === 'textarea';

/** What has become hidden from somebody: `words` what is found by it, `title` what records are called by. */
export function hiddenBy([own, ofPersons]: readonly [FieldMoves, FieldMoves]): {
  readonly words: boolean;
  readonly title: boolean;
} {
  const hidden = ({ before, after }: FieldMoves): readonly FieldDefinition[] => {
    const open = new Set(openFields(after).map(({ key }) => key));
    // What is taken out is as hidden: nobody may find by what nobody reads.
    return openFields(before).filter(({ key }) => !open.has(key));
  };
  const mine = hidden(own);
  const hasTitle = openFields(own.before).some(({ isTitle }) => isTitle);
  const isInTitle = (field: FieldDefinition) =>
    field.isTitle || (!hasTitle && isText(field)) || TELLING.includes(field.key);
  return { words: mine.length + hidden(ofPersons).length > 0, title: mine.some(isInTitle) };
}
