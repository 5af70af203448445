import { SETTINGS, SETTING_KEYS, type SettingKey } from '@kontor/contract/settings';
import type { NamedKey } from './setting-texts.ts';

/** Pages that settings stand on. */
export type TabKey = NonNullable<(typeof SETTINGS)[SettingKey]['tab']>;

/** The settings of a page, in the order of their declaration. */
export const keysOf = (tab: TabKey): readonly NamedKey[] =>
  SETTING_KEYS.filter((key): key is NamedKey => SETTINGS[key].tab === tab);

/** Those that are on any page, and so can be found, kept and brought in. */
export const NAMED_KEYS = SETTING_KEYS.filter((key): key is NamedKey => SETTINGS[key].tab !== undefined);

/** The texts that a choice may be. */
export function optionsOf(key: SettingKey): readonly string[] {
  const { schema, control } = SETTINGS[key];
  return control === 'choice' && schema.type === 'picklist' ? schema.options : [];
}
