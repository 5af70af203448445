import {
  MAX_CONTACT_PERSONS,
  type FieldDefinition,
  type FieldFault,
  type ImportSetup,
  type KindFields,
  type RowFault,
  type Value,
} from '@kontor/contract/record';
import type { ImportTable, TableRow } from '../../../platform/import-file/index.ts';
import type { ReadableKind } from '../kinds/readable.ts';
import { faultsOf, isEmpty, keptValues, nameIn, ownFields, textOf, valueOf, type FieldChange } from '../rules.ts';
import type { Values } from '../tables.ts';
import { isWritable, type WritableKind } from './access.ts';
import { foldText, joinCells, PERSON, takesSeveral, valueOfCell } from './values.ts';

/** What a setup has that cannot be. */
export interface SetupFault {
  readonly target: string;
  readonly why: 'unknown' | 'right' | 'many' | 'required';
}

/** The rows of a file that are one record. */
export interface Group {
  /** Its first row and its last, as spreadsheets count. */
  readonly row: number;
  readonly lastRow: number;
  readonly rows: readonly TableRow[];
}

/** What a row says of a record and its contact persons: what is filled alone. */
export interface Drawn {
  readonly values: ReadonlyMap<string, Value>;
  readonly persons: readonly ReadonlyMap<string, Value>[];
  readonly faults: readonly RowFault[];
}

interface Column {
  readonly index: number;
  readonly name: string;
}
interface Goal {
  readonly target: string;
  readonly field: FieldDefinition;
  readonly columns: readonly Column[];
  readonly constant: Value | undefined;
}

const MAX_SAID = 200;

/** How the rows of one file become records of a kind. */
export class Plan {
  readonly kind: ReadableKind;
  readonly setup: ImportSetup;
  readonly #record: readonly Goal[];
  readonly #person: readonly Goal[];
  /** Columns that tell contact persons, and no records. */
  readonly #personColumns: ReadonlySet<number>;

  constructor(kind: ReadableKind, columns: ImportTable['columns'], setup: ImportSetup) {
    this.kind = kind;
    this.setup = setup;
    const goals = (fields: readonly FieldDefinition[], prefix: string): Goal[] =>
      fields.flatMap((field) => {
        const target = `${prefix}${field.key}`;
        const mine = columns.flatMap(({ column, name }, index) =>
          Object.hasOwn(setup.targets, column) && setup.targets[column] === target
            ? [{ index, name: name === '' ? column : name }]
            : [],
        );
        const constant = Object.hasOwn(setup.constants, target) ? setup.constants[target] : undefined;
        return mine.length > 0 || constant !== undefined ? [{ target, field, columns: mine, constant }] : [];
      });
    this.#record = goals(ownFields(kind.fields), '');
    this.#person = goals(kind.fields.contactPerson, PERSON);
    this.#personColumns = new Set(this.#person.flatMap((goal) => goal.columns.map(({ index }) => index)));
  }

  /** Rows that follow one another and are the same but for what they say of contact persons are one record. */
  async *groups(rows: AsyncIterable<TableRow>): AsyncGenerator<Group> {
    let open: TableRow[] = [];
    for await (const row of rows) {
      const [first] = open;
      if (first !== undefined && this.#isMore(first, row)) {
        open.push(row);
        continue;
      }
      if (open.length > 0) yield groupOf(open);
      open = [row];
    }
    if (open.length > 0) yield groupOf(open);
  }

  #isMore(first: TableRow, next: TableRow): boolean {
    if (next.isPerson === true) return true;
    if (this.#personColumns.size === 0 || first.fault !== undefined || next.fault !== undefined) return false;
    const isPersonOf = ({ cells }: TableRow): boolean =>
      [...this.#personColumns].some((index) => (cells[index] ?? '').trim() !== '');
    if (!isPersonOf(first) || !isPersonOf(next)) return false;
    const width = Math.max(first.cells.length, next.cells.length);
    for (let index = 0; index < width; index += 1)
      if (!this.#personColumns.has(index) && (first.cells[index] ?? '') !== (next.cells[index] ?? '')) return false;
    return true;
  }

  /** What rows say. Whether it may be kept is looked at where it is known what is there. */
  draw(group: Group): Drawn {
    const [first] = group.rows;
    if (first === undefined) return { values: new Map(), persons: [], faults: [] };
    const broken = group.rows.find(({ fault }) => fault !== undefined)?.fault;
    if (broken !== undefined) return { values: new Map(), persons: [], faults: [wholeFault(broken)] };
    const faults: RowFault[] = [];
    const values = this.#values(this.#record, first, faults);
    const persons = group.rows.flatMap((row) => {
      const isFilled = [...this.#personColumns].some((index) => (row.cells[index] ?? '').trim() !== '');
      const person = isFilled ? this.#values(this.#person, row, faults) : undefined;
      return person === undefined || person.size === 0 ? [] : [person];
    });
    // Who is told of twice is one.
    const met = new Set<string>();
    const each = persons.filter((person) => {
      const key = JSON.stringify([...person]);
      if (met.has(key)) return false;
      met.add(key);
      return true;
    });
    if (each.length > MAX_CONTACT_PERSONS) faults.push(wholeFault('persons'));
    return { values, persons: each, faults };
  }

  #values(goals: readonly Goal[], row: TableRow, faults: RowFault[]): Map<string, Value> {
    const values = new Map<string, Value>();
    for (const { target, field, columns, constant } of goals) {
      const cell = joinCells(
        field,
        columns.map(({ index }) => row.cells[index] ?? ''),
      );
      const said = valueOfCell(field, cell, this.setup);
      if ('why' in said) faults.push({ column: columnsOf(columns), target, why: said.why, value: cut(cell) });
      else if (!isEmpty(said.value)) values.set(field.key, said.value);
      else if (constant !== undefined && cell === '') values.set(field.key, constant);
    }
    return values;
  }

  /** By what a record is known; undefined where a row lacks some of it, or nothing is looked for. */
  keyOf(values: ReadonlyMap<string, Value> | Values): string | undefined {
    const { keys } = this.setup;
    if (keys.length === 0) return undefined;
    const read = (key: string): Value | undefined =>
      values instanceof Map ? values.get(key) : Object.hasOwn(values, key) ? (values as Values)[key] : undefined;
    const parts = keys.map((key) => foldText(textOf(read(key))));
    return parts.includes('') ? undefined : JSON.stringify(parts);
  }

  /** What is wrong with values in fields, each fault with the column that it comes from. */
  faults(values: ReadonlyMap<string, Value>, isNew: boolean): readonly RowFault[] {
    const faults = faultsOf(ownFields(this.kind.fields), values, isNew, this.kind.writable);
    const begin = new Set(
      this.unsaid(ownFields(this.kind.fields)).flatMap((field) => (hasBeginning(field) ? field.key : [])),
    );
    return this.said(
      faults.filter(({ key, why }) => why !== 'required' || !begin.has(key)),
      values,
    );
  }

  personFaults(values: ReadonlyMap<string, Value>, isNew: boolean): readonly RowFault[] {
    const { fields, writableOfPersons } = this.kind;
    return this.said(faultsOf(fields.contactPerson, values, isNew, writableOfPersons), values, PERSON);
  }

  /** Fields of the record that no row says anything of. */
  unsaid(fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
    return fields.filter(({ key }) => !this.#record.some(({ field }) => field.key === key));
  }

  /** Faults of fields of the record, each with the column that it comes from. */
  said(faults: readonly FieldFault[], values: ReadonlyMap<string, Value>, prefix = ''): readonly RowFault[] {
    const goals = prefix === '' ? this.#record : this.#person;
    return faults.map(({ key, why }) => {
      const columns = goals.find(({ field }) => field.key === key)?.columns ?? [];
      return { column: columnsOf(columns), target: `${prefix}${key}`, why, value: cut(textOf(values.get(key))) };
    });
  }
}

/** Whether a field begins with something. */
export const hasBeginning = (field: FieldDefinition): boolean => field.default !== undefined;

const groupOf = (rows: readonly TableRow[]): Group => ({
  row: rows[0]?.row ?? 0,
  lastRow: rows.at(-1)?.row ?? 0,
  rows,
});
const columnsOf = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(', ');
const cut = (text: string): string => text.slice(0, MAX_SAID).toWellFormed();
export const wholeFault = (why: string): RowFault => ({ column: '', target: '', why, value: '' });

/** What a setup has that cannot be: fields that are not there or not the person's to write, several columns of one that takes one. */
export function setupFaults(
  { kind }: Pick<WritableKind, 'kind'>,
  columns: ImportTable['columns'],
  setup: ImportSetup,
): readonly SetupFault[] {
  const fields = new Map([
    ...ownFields(kind.fields).map((field) => [field.key, field] as const),
    ...kind.fields.contactPerson.map((field) => [`${PERSON}${field.key}`, field] as const),
  ]);
  const there = new Set(columns.map(({ column }) => column));
  const targets = Object.entries(setup.targets).flatMap(([column, target]) => (there.has(column) ? target : []));
  const named = new Set([...targets, ...Object.keys(setup.constants)]);
  const judge = (target: string): SetupFault[] => {
    const field = fields.get(target);
    if (field === undefined) return [{ target, why: 'unknown' }];
    if (!isWritable(kind, target, field)) return [{ target, why: 'right' }];
    const isTwice = targets.filter((other) => other === target).length > 1;
    return isTwice && !takesSeveral(field) ? [{ target, why: 'many' }] : [];
  };
  const faults = [...named].flatMap(judge);
  const own = new Set([...named].filter((target) => !target.startsWith(PERSON)));
  for (const key of setup.keys) if (!own.has(key)) faults.push({ target: key, why: 'required' });
  if (own.size === 0) faults.push({ target: '', why: 'required' });
  return faults;
}

/** A contact person that is there. */
export interface KnownPerson {
  readonly personId: number;
  readonly values: Values;
}

/** What becomes of a record that is there, and of its contact persons. */
export interface Merged {
  readonly changes: readonly FieldChange[];
  readonly persons: readonly { readonly person: KnownPerson | undefined; readonly changes: readonly FieldChange[] }[];
}

const isSame = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b);

function changesOf(
  fields: readonly FieldDefinition[],
  stored: Values,
  given: ReadonlyMap<string, Value>,
  way: 'fill' | 'overwrite',
): FieldChange[] {
  return fields.flatMap((field) => {
    const value = keptValues([field], given)[field.key];
    const before = valueOf(field, stored);
    if (value === undefined || isSame(before, value) || (way === 'fill' && !isEmpty(before))) return [];
    return [{ key: field.key, before, value }];
  });
}

const addressesOf = (fields: readonly FieldDefinition[], read: (key: string) => Value | undefined): string[] =>
  fields
    .filter((field) => field.kind === 'textField' && field.actionIcons.includes('mail'))
    .flatMap(({ key }) => textOf(read(key)).split(/[,;\s]+/))
    .map(foldText)
    .filter(Boolean);

/** Who of the contact persons is meant: by an address, else by name; one who has neither by all that is said of them. */
function personOf(
  fields: readonly FieldDefinition[],
  known: readonly KnownPerson[],
  given: ReadonlyMap<string, Value>,
): KnownPerson | undefined {
  const addresses = new Set(addressesOf(fields, (key) => given.get(key)));
  const byAddress = known.find(({ values }) =>
    addressesOf(fields, (key) => values[key]).some((address) => addresses.has(address)),
  );
  if (byAddress !== undefined) return byAddress;
  const name = foldText(nameIn(fields, Object.fromEntries(given)));
  if (name !== '') return known.find(({ values }) => foldText(nameIn(fields, values)) === name);
  return addresses.size > 0
    ? undefined
    : known.find(({ values }) => changesOf(fields, values, given, 'overwrite').length === 0);
}

/** What a row changes of a record that is there. Nothing is ever emptied. */
export function mergeDrawn(
  fields: KindFields,
  stored: { readonly values: Values; readonly persons: readonly KnownPerson[] },
  drawn: Drawn,
  way: 'fill' | 'overwrite',
): Merged {
  const persons = drawn.persons.flatMap((given) => {
    const person = personOf(fields.contactPerson, stored.persons, given);
    const changes = changesOf(fields.contactPerson, person?.values ?? {}, given, way);
    return changes.length === 0 ? [] : [{ person, changes }];
  });
  return { changes: changesOf(ownFields(fields), stored.values, drawn.values, way), persons };
}

/** Values with some of them changed. */
export const withChanges = (values: Values, changes: readonly FieldChange[]): Values =>
  Object.fromEntries(
    [...Object.entries(values), ...changes.map(({ key, value }) => [key, value] as const)].filter(
      ([, value]) => !isEmpty(value),
    ),
  );
