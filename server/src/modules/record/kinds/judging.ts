import {
  KIND_COLOR,
  MAX_COLUMNS,
  MAX_FIELDS,
  MAX_KINDS,
  MAX_KIND_NAME,
  MAX_LABEL,
  MAX_TABS,
  RECORD_COLUMNS,
  TABS,
  type FieldDefinition,
  type GivenField,
  type GivenKind,
  type KindColumn,
  type KindFault,
  type KindTab,
} from '@kontor/contract/record';
import { tidyName } from '@kontor/contract/kernel';
import { folded } from '../../../platform/words.ts';
import { formulasOf } from './computing.ts';
import { judgeField, toField } from './field-judging.ts';
import type { FormulaFault } from './formula-functions.ts';
import { renamesOf, type Renames } from './renaming.ts';
import { openFields } from './rights.ts';

/** What a kind is judged by. */
export interface Surroundings {
  /** Names of the other kinds. */
  readonly names: readonly string[];
  /** Numbers of all kinds. */
  readonly kindIds: ReadonlySet<number>;
  readonly groupIds: ReadonlySet<number>;
  /** Keys of what the kind has had as fields: columns of what is taken out go with it. */
  readonly formerKeys: ReadonlySet<string>;
}

/** A kind that may be kept. */
export interface JudgedKind {
  readonly name: string;
  readonly color: string;
  readonly fields: {
    readonly leftColumn: readonly FieldDefinition[];
    readonly rightColumn: readonly FieldDefinition[];
    readonly contactPerson: readonly FieldDefinition[];
  };
  readonly columns: readonly KindColumn[];
  readonly tabs: readonly KindTab[];
  readonly renamed: { readonly own: Renames; readonly ofPersons: Renames };
}

type Fault = Omit<KindFault, 'detail' | 'key' | 'index'> & Partial<Pick<KindFault, 'detail' | 'key' | 'index'>>;
const fault = ({ key = '', index = 0, detail = '', ...rest }: Fault): KindFault => ({ key, index, detail, ...rest });

const OWN_TAB = /^own:[a-z0-9]{1,40}$/;

function nameFaults({ name, color, idoInstanceId }: GivenKind, { names }: Surroundings): readonly KindFault[] {
  const tidy = tidyName(name);
  const faults: Fault[] = [];
  if (tidy === '') faults.push({ part: 'name', why: 'missing' });
  if (tidy.length > MAX_KIND_NAME) faults.push({ part: 'name', why: 'tooLong' });
  if (names.some((other) => folded(other) === folded(tidy))) faults.push({ part: 'name', why: 'taken' });
  if (!KIND_COLOR.test(color)) faults.push({ part: 'color', why: 'form' });
  if (idoInstanceId === null && names.length >= MAX_KINDS) faults.push({ part: 'order', why: 'tooMany' });
  return faults.map(fault);
}

/** How a fault of a formula is told; a word is looked for in it where the parser does not say where it is. */
export const describeFault = (formula: string, { why, detail, index }: FormulaFault) => {
  const found = detail === '' ? -1 : formula.indexOf(detail);
  return { why, detail, place: index ?? (found === -1 ? null : found) };
};

/** Faults of fields beside each other, which have none of their own. */
function faultsTogether(part: 'field' | 'personField', fields: readonly FieldDefinition[]): readonly KindFault[] {
  const faults: KindFault[] = [];
  const open = new Set(openFields(fields).map(({ key }) => key));
  const formulas = formulasOf(fields).faults;
  fields.forEach((field, index) => {
    const at = { part, key: field.key, index };
    if (field.isTitle && field.kind === 'reference') faults.push(fault({ ...at, why: 'titleKind' }));
    if (field.isTitle && !open.has(field.key)) faults.push(fault({ ...at, why: 'titleHidden' }));
    const wrong = formulas.get(field.key);
    if (wrong !== undefined && field.kind === 'computed')
      faults.push(fault({ ...at, why: 'formula', formula: describeFault(field.formula, wrong) }));
  });
  return faults;
}

function judgeFields(
  part: 'field' | 'personField',
  given: readonly GivenField[],
  about: Surroundings & { readonly tabs: ReadonlySet<string> },
): { readonly fields: readonly FieldDefinition[]; readonly faults: readonly KindFault[] } {
  const faults: KindFault[] = [];
  if (given.length > MAX_FIELDS) faults.push(fault({ part, index: MAX_FIELDS, why: 'tooMany' }));
  const seen = new Set<string>();
  const fields = given.flatMap((one, index): readonly FieldDefinition[] => {
    const at = { part, key: one.key, index };
    const own = judgeField(one, { ...about, isOfPersons: part === 'personField' });
    if (seen.has(one.key)) own.push({ why: 'taken', detail: 'key' });
    seen.add(one.key);
    faults.push(...own.map((wrong) => fault({ ...at, ...wrong })));
    const field = own.length > 0 ? undefined : toField(one, part === 'personField');
    if (own.length === 0 && field === undefined) faults.push(fault({ ...at, why: 'form' }));
    return field === undefined ? [] : [field];
  });
  return { fields, faults: faults.length > 0 ? faults : faultsTogether(part, fields) };
}

function judgeColumns(
  given: GivenKind['columns'],
  fields: ReadonlySet<string>,
  { formerKeys }: Surroundings,
): { readonly columns: readonly KindColumn[]; readonly faults: readonly KindFault[] } {
  const faults: KindFault[] = [];
  const seen = new Set<string>();
  if (given.length > MAX_COLUMNS) faults.push(fault({ part: 'column', index: MAX_COLUMNS, why: 'tooMany' }));
  const columns = given.flatMap(({ key, label, isShown, width }, index): readonly KindColumn[] => {
    const isKnown = fields.has(key) || (RECORD_COLUMNS as readonly string[]).includes(key);
    if (!isKnown && formerKeys.has(key)) return [];
    const add = (why: KindFault['why'], detail = '') => faults.push(fault({ part: 'column', key, index, why, detail }));
    if (!isKnown) add('column');
    if (seen.has(key)) add('taken');
    if (label.length > MAX_LABEL) add('tooLong', 'label');
    if (width !== undefined && !(Number.isInteger(width) && width >= 40 && width <= 1000)) add('bounds', 'width');
    seen.add(key);
    return [{ key, label: tidyName(label), isShown, ...(width === undefined ? {} : { width }) }];
  });
  return { columns, faults };
}

const MAX_TAB_TITLE = 60;
const MAX_URL = 2000;

/** What is wrong with the address of a frame: fields stand behind the name of the server alone. */
function urlFault(url: string, keys: ReadonlySet<string>): Pick<KindFault, 'why' | 'detail'> | undefined {
  if (url === '') return { why: 'missing', detail: 'url' };
  if (url.length > MAX_URL) return { why: 'tooLong', detail: 'url' };
  if (!/^https:\/\/[^/?#{}\s@]+([/?#]|$)/.test(url)) return { why: 'url', detail: '' };
  const strange = [...url.matchAll(/\{([^{}]*)\}/g)].find(([, key = '']) => !keys.has(key));
  if (strange !== undefined) return { why: 'placeholder', detail: strange[1] ?? '' };
  const filled = url.replace(/\{[^{}]*\}/g, 'x');
  return URL.parse(filled)?.protocol === 'https:' && !/[{}]/.test(filled) ? undefined : { why: 'url', detail: '' };
}

function judgeTabs(
  given: GivenKind['tabs'],
  keys: ReadonlySet<string>,
): { readonly tabs: readonly KindTab[]; readonly faults: readonly KindFault[] } {
  const faults: KindFault[] = [];
  const seen = new Set<string>();
  if (given.length > MAX_TABS) faults.push(fault({ part: 'tab', index: MAX_TABS, why: 'tooMany' }));
  const tabs = given.map(({ tab, title, isShown, url = '' }, index): KindTab => {
    const add = (why: KindFault['why'], detail = '') =>
      faults.push(fault({ part: 'tab', key: tab, index, why, detail }));
    const isOwn = OWN_TAB.test(tab);
    const name = tidyName(title);
    if (!isOwn && !(TABS as readonly string[]).includes(tab)) add('form');
    if (seen.has(tab)) add('taken');
    if (isOwn && name === '') add('missing', 'title');
    if (name.length > MAX_TAB_TITLE) add('tooLong', 'title');
    const wrong = tab === 'iframe' && (isShown || url !== '') ? urlFault(url, keys) : undefined;
    if (wrong !== undefined) add(wrong.why, wrong.detail);
    seen.add(tab);
    return { tab, title: name, isShown, ...(tab === 'iframe' && url !== '' ? { url } : {}) };
  });
  return { tabs, faults };
}

/** A kind that somebody gives, as it may be kept, or all that is wrong with it. */
export function judgeKind(
  given: GivenKind,
  about: Surroundings,
): { readonly kind?: JudgedKind; readonly faults: readonly KindFault[] } {
  const tabNames = new Set(given.tabs.map(({ tab }) => tab));
  const { leftColumn, rightColumn, contactPerson } = given.fields;
  const keys = new Set([...leftColumn, ...rightColumn].map(({ key }) => key));
  const own = judgeFields('field', [...leftColumn, ...rightColumn], { ...about, tabs: tabNames });
  const ofPersons = judgeFields('personField', contactPerson, { ...about, tabs: tabNames });
  const columns = judgeColumns(given.columns, keys, about);
  const tabs = judgeTabs(given.tabs, keys);
  const faults = [...nameFaults(given, about), ...own.faults, ...ofPersons.faults, ...columns.faults, ...tabs.faults];
  if (faults.length > 0) return { faults };
  const fields = {
    leftColumn: own.fields.slice(0, leftColumn.length),
    rightColumn: own.fields.slice(leftColumn.length),
    contactPerson: ofPersons.fields,
  };
  const kind = {
    name: tidyName(given.name),
    color: given.color.toLowerCase(),
    fields,
    columns: columns.columns,
    tabs: tabs.tabs,
    renamed: { own: renamesOf([...leftColumn, ...rightColumn]), ofPersons: renamesOf(contactPerson) },
  };
  return { kind, faults };
}
