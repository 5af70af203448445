import { SETTINGS, SETTING_KEYS, type SettingKey } from '@kontor/contract/settings';
import type { NamedKey } from './setting-texts.ts';

/** Pages that settings stand on. */
export type TabKey = NonNullable<(typeof SETTINGS)[SettingKey]['tab']>;

/** The settings of a page, in the order of their declaration. */
export const keysOf = (tab: TabKey): readonly NamedKey[] =>
  SETTING_KEYS.filter((key): key is NamedKey => SETTINGS[key].tab === tab);

const OF_LISTS: readonly SettingKey[] = ['lists', 'listTables'];

/** Those that can be kept in a file and brought in: what is on any page, and what single lists are like. */
export const NAMED_KEYS = SETTING_KEYS.filter(
  (key): key is NamedKey => SETTINGS[key].tab !== undefined || OF_LISTS.includes(key),
);

const numberOf = (option: string): number => Number(option.replace(':', '.'));

/** The texts that a choice may be, in the order in which they are shown: numbers and times of day rise, whichever is the default. */
export function optionsOf(key: SettingKey): readonly string[] {
  const { schema, control } = SETTINGS[key];
  if (control !== 'choice' || schema.type !== 'picklist') return [];
  const options: readonly string[] = schema.options;
  return options.some((option) => Number.isNaN(numberOf(option)))
    ? options
    : options.toSorted((left, right) => numberOf(left) - numberOf(right));
}
