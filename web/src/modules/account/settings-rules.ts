import type { SettingsGroup, SettingsTab } from '../../shell/index.ts';
import { plainOf } from '../../shell/palette/score.ts';

/** Stands in the path where no page is open but the list of all of them. */
export const OVERVIEW = 'overview';

const GROUPS: readonly SettingsGroup[] = [
  'personal',
  'appearance',
  'working',
  'device',
  'mail',
  'records',
  'phone',
  'company',
  'system',
  'help',
];

/** The pages by groups, both in their order; a group that the person has nothing of is left out. */
export const grouped = (
  tabs: readonly SettingsTab[],
): readonly (readonly [group: SettingsGroup, tabs: readonly SettingsTab[]])[] =>
  GROUPS.map(
    (group) =>
      [group, tabs.filter((tab) => tab.group === group).toSorted((one, other) => one.order - other.order)] as const,
  ).filter(([, own]) => own.length > 0);

/** Place in a list of so many that a key leads to; undefined for any other key. */
export function indexForKey(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

type Found = Pick<SettingsTab, 'label' | 'settings' | 'words'>;

/** Whether each word that was typed begins a word of these texts or, where it is long enough, stands within one. */
function isIn(typed: string, texts: readonly string[]): boolean {
  const words = plainOf(texts.join(' '));
  return plainOf(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => (word.length < 3 ? ` ${words}`.includes(` ${word}`) : words.includes(word)));
}

/** Whether a page is meant by what was typed: by its title, what is set on it, or what else it is about, in either language. */
export const isFound = ({ label, settings = [], words = '' }: Found, typed: string): boolean =>
  isIn(typed, [label.de, label.en, words, ...settings.flatMap((setting) => [setting.label.de, setting.label.en])]);

/** What is set on a page that was found, and is meant by what was typed; nothing where that is the page itself. */
export const foundSettings = ({ label, settings = [] }: Found, typed: string): NonNullable<Found['settings']> =>
  typed.trim() === '' || isIn(typed, [label.de, label.en])
    ? []
    : settings.filter((setting) => isIn(typed, [setting.label.de, setting.label.en]));
