import type { SettingsGroup, SettingsTab } from '../../shell/index.ts';

/** Stands in the path where no page is open but the list of all of them. */
export const OVERVIEW = 'overview';

const GROUPS: readonly SettingsGroup[] = ['personal', 'mail', 'company', 'system'];

/** The pages by groups, both in their order; a group that the person has nothing of is left out. */
export const grouped = (
  tabs: readonly SettingsTab[],
): readonly (readonly [group: SettingsGroup, tabs: readonly SettingsTab[]])[] =>
  GROUPS.map(
    (group) =>
      [group, tabs.filter((tab) => tab.group === group).toSorted((one, other) => one.order - other.order)] as const,
  ).filter(([, own]) => own.length > 0);

/** Place in a list of so many that a key leads to; undefined for any other key. */
export function placeOfKey(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (place + 1) % count;
    case 'ArrowUp':
      return (place - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
