/** What is selected in a list, where a range begins, and where the keys are. Pure: the list's order is handed in. */
export interface Selection {
  readonly selected: ReadonlySet<string>;
  /** Where a range with Shift begins. */
  readonly anchor: string | undefined;
  readonly active: string | undefined;
}

export const NO_SELECTION: Selection = { selected: new Set(), anchor: undefined, active: undefined };

/** Selects or unselects one item, and begins a range there. */
export function toggle(selection: Selection, key: string): Selection {
  const selected = new Set(selection.selected);
  if (!selected.delete(key)) selected.add(key);
  return { selected, anchor: key, active: key };
}

/** Selects from where the range begins to `key`, in addition to what is selected. */
export function extend(selection: Selection, key: string, ids: readonly string[]): Selection {
  const from = ids.indexOf(selection.anchor ?? selection.active ?? key);
  const to = ids.indexOf(key);
  if (to < 0) return selection;
  const [first, last] = from < 0 ? [to, to] : from < to ? [from, to] : [to, from];
  const anchor = selection.anchor ?? selection.active ?? key;
  return { selected: new Set([...selection.selected, ...ids.slice(first, last + 1)]), anchor, active: key };
}

/** Moves the active item by `step`; the first one where none is active. */
export function move(selection: Selection, step: number, ids: readonly string[]): string | undefined {
  if (ids.length === 0) return undefined;
  const at = selection.active === undefined ? -1 : ids.indexOf(selection.active);
  const from = at >= 0 ? at : step > 0 ? -1 : ids.length;
  return ids[Math.min(ids.length - 1, Math.max(0, from + step))];
}

/** The selection after the list has changed: what left it is not selected, and the keys go on with what stands there now. */
export function settle(selection: Selection, before: readonly string[], now: readonly string[]): Selection {
  const lost = selection.active !== undefined && !now.includes(selection.active);
  if (!lost && selection.selected.size === 0) return selection;
  const here = new Set(now);
  const gone = [...selection.selected].filter((key) => !here.has(key));
  if (gone.length === 0 && !lost) return selection;
  const selected =
    gone.length === 0 ? selection.selected : new Set([...selection.selected].filter((key) => here.has(key)));
  return {
    selected,
    anchor: selection.anchor !== undefined && here.has(selection.anchor) ? selection.anchor : undefined,
    // Where nothing is left for now, the keys wait for what comes.
    active: lost && now.length > 0 ? (neighbour(selection.active, before, here) ?? now[0]) : selection.active,
  };
}

function neighbour(key: string | undefined, before: readonly string[], here: ReadonlySet<string>): string | undefined {
  const at = key === undefined ? -1 : before.indexOf(key);
  if (at < 0) return undefined;
  for (let index = at + 1; index < before.length; index += 1)
    if (here.has(before[index] as string)) return before[index];
  for (let index = at - 1; index >= 0; index -= 1) if (here.has(before[index] as string)) return before[index];
  return undefined;
}
