import type { Settings } from '../settings/settings.ts';
import type { MenuEntry } from '../manifest.ts';

/** Entries in the order of these routes; the others come after them in their own. */
export function inOrder(entries: readonly MenuEntry[], routes: readonly string[]): readonly MenuEntry[] {
  const rankOf = ({ route }: MenuEntry): number => {
    const index = routes.indexOf(route);
    return index < 0 ? routes.length : index;
  };
  return entries.toSorted((a, b) => rankOf(a) - rankOf(b) || a.order - b.order);
}

/**
 * The menu in its parts, in its order: what comes before the lists of the kinds, these, and what comes behind. One part alone where the
 * person has put others between them.
 */
export function partsOf(menu: readonly MenuEntry[]): readonly (readonly MenuEntry[])[] {
  const first = menu.findIndex(({ isKind }) => isKind);
  const behind = menu.findLastIndex(({ isKind }) => isKind) + 1;
  const kinds = menu.slice(first, behind);
  if (first < 0 || kinds.length < 2 || kinds.some(({ isKind }) => !isKind)) return [menu];
  return [menu.slice(0, first), kinds, menu.slice(behind)].filter((part) => part.length > 0);
}

/** What stands at the bottom of small screens. Where nothing that was chosen is there any more, the usual ones. */
export function bottomOf(
  menu: readonly MenuEntry[],
  { bottomSlots, bottomSlotsInverse }: Pick<Settings, 'bottomSlots' | 'bottomSlotsInverse'>,
): readonly MenuEntry[] {
  const wanted = menu.filter(({ route }) => bottomSlots.includes(route));
  const shown = wanted.length > 0 ? wanted : menu.filter(({ bottom }) => bottom);
  return bottomSlotsInverse ? shown.toReversed() : shown;
}
