import { SETTINGS, type Settings } from '@kontor/contract/settings';
import * as v from 'valibot';
import { NAMED_KEYS } from './declared.ts';
import type { NamedKey } from './setting-texts.ts';

/** Grows when older files would be read wrong. */
const VERSION = 1;

const FileSchema = v.object({
  kontor: v.literal('settings'),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  settings: v.record(v.string(), v.unknown()),
});

/** The text of a file with all that a person has set; not what is of one window alone, such as widths. `at`: an ISO date. */
export function exportOf(settings: Settings, at: string): string {
  const values = Object.fromEntries(NAMED_KEYS.map((key) => [key, settings[key]]));
  return `${JSON.stringify({ kontor: 'settings', version: VERSION, exportedAt: at, settings: values }, undefined, 2)}\n`;
}

/** What a file would change, and what of it is left out. */
export interface Preview {
  readonly changes: readonly { readonly key: NamedKey; readonly now: unknown; readonly next: unknown }[];
  readonly unknown: readonly string[];
  readonly wrong: readonly NamedKey[];
}
export type ImportFault = 'unreadable' | 'foreign' | 'newer';

/** Reads a file against the settings as they are. Changes nothing. */
export function previewOf(text: string, settings: Settings): Preview | ImportFault {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'unreadable';
  }
  const file = v.safeParse(FileSchema, json);
  if (!file.success) return 'foreign';
  if (file.output.version > VERSION) return 'newer';
  const given = Object.entries(file.output.settings);
  const isNamed = (key: string): key is NamedKey => NAMED_KEYS.some((one) => one === key);
  const known = given.flatMap(([key, value]) => (isNamed(key) ? [[key, value] as const] : []));
  const read = known.map(([key, value]) => [key, v.safeParse<v.GenericSchema>(SETTINGS[key].schema, value)] as const);
  return {
    changes: read.flatMap(([key, { success, output }]) =>
      success && JSON.stringify(output) !== JSON.stringify(settings[key])
        ? [{ key, now: settings[key], next: output }]
        : [],
    ),
    unknown: given.map(([key]) => key).filter((key) => !isNamed(key)),
    wrong: read.filter(([, { success }]) => !success).map(([key]) => key),
  };
}
