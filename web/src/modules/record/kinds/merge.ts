import { LISTS, eachList, positionOf, settled, type Design, type DesignField, type ListName } from './design.ts';

/** With what an object has in one order, whichever way it was put together. */
const inOrder = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);

/** What one design has otherwise than another. */
export interface Difference {
  readonly what: 'name' | 'color' | 'added' | 'removed' | 'changed' | 'moved' | 'tabs' | 'columns';
  /** Of the field; empty where it is about none. */
  readonly label: string;
  readonly before?: string;
  readonly after?: string;
}

const isShown = (list: ListName): boolean => list !== 'retired' && list !== 'retiredOfPersons';
/** The fields of all lists by what they are told apart by: their keys, and whose they are. */
const allOf = ({ lists }: Design): ReadonlyMap<string, { readonly list: ListName; readonly one: DesignField }> =>
  new Map(LISTS.flatMap((list) => lists[list].map((one) => [one.id, { list, one }] as const)));

/** Whether fields that both designs show stand in another order, or in other columns. */
function movedIn(before: Design, after: Design): readonly DesignField[] {
  const both = (design: Design, list: ListName, other: Design) =>
    design.lists[list].filter(({ id }) => {
      const there = positionOf(other, id);
      return there !== undefined && isShown(there.list);
    });
  return LISTS.filter(isShown).flatMap((list) => {
    const [was, is] = [both(before, list, after), both(after, list, before)];
    const stayed = was.map(({ id }) => id).filter((id) => is.some((one) => one.id === id));
    const order = is.filter(({ id }) => stayed.includes(id)).map(({ id }) => id);
    const hasOtherOrder = !isSame(stayed, order);
    return is.filter(
      ({ id }) => !was.some((one) => one.id === id) || (hasOtherOrder && stayed.indexOf(id) !== order.indexOf(id)),
    );
  });
}

/** What makes `after` of `before`. */
export function differencesOf(before: Design, after: Design): readonly Difference[] {
  const found: Difference[] = [];
  if (before.name !== after.name) found.push({ what: 'name', label: '', before: before.name, after: after.name });
  if (before.color !== after.color) found.push({ what: 'color', label: '', before: before.color, after: after.color });
  const [was, is] = [allOf(before), allOf(after)];
  for (const [id, { list, one }] of is) {
    const known = was.get(id);
    const wasShown = known !== undefined && isShown(known.list);
    if (isShown(list) && !wasShown) found.push({ what: 'added', label: one.field.label });
    else if (!isShown(list) && wasShown) found.push({ what: 'removed', label: one.field.label });
    else if (wasShown && !isSame(known.one.field, one.field)) {
      const isRenamed = known.one.field.label !== one.field.label;
      found.push({
        what: 'changed',
        label: one.field.label,
        ...(isRenamed ? { before: known.one.field.label, after: one.field.label } : {}),
      });
    }
  }
  for (const [id, { list, one }] of was)
    if (isShown(list) && !is.has(id)) found.push({ what: 'removed', label: one.field.label });
  for (const { field } of movedIn(before, after)) found.push({ what: 'moved', label: field.label });
  if (!isSame(before.tabs, after.tabs)) found.push({ what: 'tabs', label: '' });
  const own = ({ columns }: Design) => columns.filter(({ key }) => after.columns.some((one) => one.key === key));
  const looked = (design: Design, other: Design) =>
    own(design)
      .filter(({ key }) => other.columns.some((one) => one.key === key))
      .map(({ key, isShown: seen, width }) => [key, seen, width ?? 0]);
  if (!isSame(looked(before, after), looked(after, before))) found.push({ what: 'columns', label: '' });
  return found;
}

/** Mine laid over theirs: what I have not touched is as they made it, and where both have, mine counts. */
export function layOver(base: Design, mine: Design, theirs: Design): Design {
  const [was, own] = [allOf(base), allOf(mine)];
  const chosen = (
    id: string,
    here: DesignField | undefined,
    there: DesignField | undefined,
  ): DesignField | undefined => {
    const before = was.get(id)?.one;
    const isTouched = here !== undefined && (before === undefined || !isSame(before.field, here.field));
    if (!isTouched) return there ?? here;
    return there?.was === undefined ? here : { ...here, was: there.was };
  };
  const listIn = (design: Design, id: string): ListName | undefined => positionOf(design, id)?.list;
  const ids = new Set([...allOf(theirs).keys(), ...own.keys()]);
  /** Where each field stands in the end: where I put it, if I have, else where they have it. */
  const listOf = new Map(
    [...ids].flatMap((id) => {
      const [before, here, there] = [listIn(base, id), listIn(mine, id), listIn(theirs, id)];
      const list = here !== before ? here : (there ?? (before === undefined ? here : undefined));
      return list === undefined ? [] : [[id, list] as const];
    }),
  );
  const lists = eachList((list) => {
    const hasMyOrder = !isSame(
      base.lists[list].map(({ id }) => id),
      mine.lists[list].map(({ id }) => id),
    );
    const [first, second] = hasMyOrder ? [mine, theirs] : [theirs, mine];
    const order = [...first.lists[list], ...second.lists[list]].map(({ id }) => id);
    const wanted = [...new Set([...order, ...listOf.keys()])].filter((id) => listOf.get(id) === list);
    return wanted.flatMap((id) => chosen(id, own.get(id)?.one, allOf(theirs).get(id)?.one) ?? []);
  });
  const pick = <K extends 'name' | 'color' | 'tabs' | 'columns'>(key: K): Design[K] =>
    isSame(base[key], mine[key]) ? theirs[key] : mine[key];
  const known = new Set(pick('columns').map(({ key }) => key));
  const further = theirs.columns.filter(({ key }) => !known.has(key));
  return settled({
    name: pick('name'),
    color: pick('color'),
    tabs: pick('tabs'),
    lists,
    columns: [...pick('columns'), ...further],
  });
}

/** Whether anything of a design is otherwise. */
export const isChanged = (before: Design, after: Design): boolean =>
  before !== after &&
  !isSame(
    [before.name.trim(), before.color, before.lists, before.columns, before.tabs],
    [after.name.trim(), after.color, after.lists, after.columns, after.tabs],
  );
