import type { FieldDefinition, FieldKind, KindColumn, RenamedChoice } from '@kontor/contract/record';
import {
  eachList,
  isOfPersons,
  keysBeside,
  ownFields,
  positionOf,
  settled,
  withColumns,
  type Design,
  type DesignField,
  type ListName,
  type ShownList,
} from './design.ts';
import { keyOf } from './keys.ts';
import { renamedTo, withRenames } from './renaming.ts';

/** Columns that a new kind shows of its first fields. */
const MAX_SHOWN = 6;
const retiredOf = (list: ListName): 'retired' | 'retiredOfPersons' =>
  isOfPersons(list) ? 'retiredOfPersons' : 'retired';

const without = (fields: readonly DesignField[], id: string): readonly DesignField[] =>
  fields.filter((one) => one.id !== id);

/** A field put before another one of a list; at its end where `before` is not there. */
function inserted(design: Design, one: DesignField, list: ListName, before: string | undefined): Design {
  const lists = eachList((name) => without(design.lists[name], one.id));
  const at = lists[list].findIndex(({ id }) => id === before);
  const index = at === -1 ? lists[list].length : at;
  return withColumns({ ...design, lists: { ...lists, [list]: lists[list].toSpliced(index, 0, one) } });
}

const BASE = { isRequired: false, isTitle: false } as const;
/** What a field of each kind begins as. */
export function beginningOf(
  kind: FieldKind,
  about: { readonly key: string; readonly label: string; readonly choice: string; readonly kindId: number },
): FieldDefinition {
  const base = { ...BASE, key: about.key, label: about.label };
  switch (kind) {
    case 'singleChoiceSelect':
    case 'singleChoiceRadio':
    case 'multiplechoice':
    case 'checkboxgroup':
    case 'multiplechoiceTag':
      return { ...base, kind, choices: kind === 'multiplechoiceTag' ? [] : [`${about.choice} 1`, `${about.choice} 2`] };
    case 'textField':
      return { ...base, kind, actionIcons: [] };
    case 'datefield':
      return { ...base, kind, format: 'DD.MM.YYYY', width: 160 };
    case 'timefield':
      return { ...base, kind, increment: 15, minValue: '00:00', maxValue: '23:59' };
    case 'textarea':
      return { ...base, kind };
    case 'reference':
      return { ...base, kind, idoInstanceId: about.kindId };
    case 'computed':
      return { ...base, kind, formula: '', result: 'number' };
  }
}

/** A field that is new, at the end of a list or before another. */
export function addField(
  design: Design,
  { id, field, list, before }: { id: string; field: FieldDefinition; list: ShownList; before?: string | undefined },
): Design {
  const key = keyOf(field.label, keysBeside(design, list, id));
  const next = inserted(design, { id, isStored: false, hasOwnKey: false, field: { ...field, key } }, list, before);
  const isShown =
    list !== 'persons' && design.columns.filter((column) => column.isShown && column.key !== 'ID').length < MAX_SHOWN;
  return isShown ? withColumn(next, key, { isShown: true }) : next;
}

const withColumn = (design: Design, key: string, part: Partial<KindColumn>): Design => ({
  ...design,
  columns: design.columns.map((column) => (column.key === key ? { ...column, ...part } : column)),
});

/** Moves a field before another one of a list, or to its end. Fields of records and of contact persons do not change places. */
export function moveField(design: Design, id: string, list: ListName, before?: string): Design {
  const position = positionOf(design, id);
  if (position === undefined || isOfPersons(position.list) !== isOfPersons(list) || before === id) return design;
  return inserted(design, position.one, list, before);
}

/** The same field once more, behind it, with a key of its own. */
export function duplicateField(design: Design, id: string, copy: { id: string; label: string }): Design {
  const position = positionOf(design, id);
  if (position === undefined) return design;
  const { list, index, one } = position;
  const next = design.lists[list][index + 1]?.id;
  const { default: begins, ...rest } = one.field;
  const isNumbered =
    typeof begins === 'object' && !Array.isArray(begins) && 'kind' in begins && begins.kind === 'number';
  const field = { ...rest, ...(begins === undefined || isNumbered ? {} : { default: begins }), label: copy.label };
  return addField(design, { id: copy.id, field, list: list as ShownList, before: next });
}

/** Takes a field out. What stands in it stays; a field that nobody has stored is gone. */
export function retireField(design: Design, id: string): Design {
  const position = positionOf(design, id);
  if (position === undefined) return design;
  const { list, one } = position;
  if (!one.isStored)
    return withColumns({ ...design, lists: { ...design.lists, [list]: without(design.lists[list], id) } });
  return inserted(design, one, retiredOf(list), undefined);
}

/** Brings a field back that was taken out. A tab that it stood in may be gone. */
export function bringBack(design: Design, id: string): Design {
  const position = positionOf(design, id);
  if (position === undefined) return design;
  const { tab, ...rest } = position.one.field;
  const isThere = tab === undefined || design.tabs.some((one) => one.tab === tab);
  const field = (isThere ? position.one.field : rest) as FieldDefinition;
  return inserted(design, { ...position.one, field }, isOfPersons(position.list) ? 'persons' : 'right', undefined);
}

/** Whether a key stands in a formula or an address, which a change of it would break. */
function isKeyUsed(design: Design, key: string): boolean {
  const word = new RegExp(`(^|[^A-Za-z0-9_$])${key}($|[^A-Za-z0-9_$])`);
  return (
    ownFields(design).some(({ field }) => field.kind === 'computed' && word.test(field.formula)) ||
    design.tabs.some(({ url }) => url?.includes(`{${key}}`) === true)
  );
}

/** Puts another definition in a field's place. The key of one that is new follows its label, until it was written by hand or is used. */
export function changeField(design: Design, id: string, field: FieldDefinition): Design {
  const position = positionOf(design, id);
  if (position === undefined) return design;
  const { list, one } = position;
  const before = one.field.key;
  const isWritten = !one.isStored && field.key !== before;
  const follows = !one.isStored && !one.hasOwnKey && !isWritten && field.label !== one.field.label;
  const key = one.isStored
    ? before
    : follows && !isKeyUsed(design, before)
      ? keyOf(field.label, keysBeside(design, list, id))
      : field.key;
  const next = withRenames(one, field);
  const changed = { ...next, hasOwnKey: one.hasOwnKey || isWritten, field: { ...next.field, key } };
  const lists = { ...design.lists, [list]: design.lists[list].map((other) => (other.id === id ? changed : other)) };
  const columns = isOfPersons(list)
    ? design.columns
    : design.columns.map((column) => (column.key === before ? { ...column, key } : column));
  return withColumns({ ...design, lists, columns });
}

/** Says what a choice that is none any more has become; `to` is '' where it is taken out. */
export function renameChoice(design: Design, id: string, renamed: RenamedChoice): Design {
  const lists = eachList((list) => design.lists[list].map((one) => (one.id === id ? renamedTo(one, renamed) : one)));
  return { ...design, lists };
}

/** A field as another kind of field, with what both have. */
export function asKind(
  field: FieldDefinition,
  kind: FieldKind,
  about: { readonly choice: string; readonly kindId: number },
): FieldDefinition {
  const begun = beginningOf(kind, { ...about, key: field.key, label: field.label });
  const { isRequired, isTitle, isUnique, rights, help, tab } = field;
  const kept = {
    isRequired: kind === 'computed' ? false : isRequired,
    isTitle,
    ...(isUnique === true && (kind === 'textField' || kind === 'datefield' || kind === 'reference')
      ? { isUnique }
      : {}),
    ...(rights === undefined ? {} : { rights }),
    ...(help === undefined ? {} : { help }),
    ...(tab === undefined ? {} : { tab }),
  };
  const choices =
    'choices' in field && 'choices' in begun && field.choices.length > 0 ? { choices: field.choices } : {};
  return { ...begun, ...kept, ...choices };
}

/** A further tab, for fields. */
export const addTab = (design: Design, name: string, title: string): Design => ({
  ...design,
  tabs: [...design.tabs, { tab: `own:${name}`, title, isShown: true }],
});

/** Takes a tab of the kind's own away; its fields go to the master data. */
export const removeTab = (design: Design, tab: string): Design =>
  settled({ ...design, tabs: design.tabs.filter((one) => one.tab !== tab) });
