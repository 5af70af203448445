import type { Settings } from './settings.ts';
import type { MenuEntry } from './manifest.ts';

/** Entries in the order of these routes; the others come after them in their own. */
export function inOrder(entries: readonly MenuEntry[], routes: readonly string[]): readonly MenuEntry[] {
  const placeOf = ({ route }: MenuEntry): number => {
    const place = routes.indexOf(route);
    return place < 0 ? routes.length : place;
  };
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b) || a.order - b.order);
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
