import * as v from 'valibot';
import type { TextStorage } from '../client/environment.ts';
import { createValue, type Value } from '../client/value.ts';

/** How one list is shown, as far as it is not as usual. The view and the days are those that were chosen last. */
const ListLookSchema = v.object({
  view: v.fallback(v.optional(v.string()), undefined),
  date: v.fallback(v.optional(v.string()), undefined),
  rowSize: v.fallback(v.optional(v.picklist(['large', 'compact'])), undefined),
  grouping: v.fallback(v.optional(v.picklist(['moduleGrouping', 'timeframe', 'none'])), undefined),
  archived: v.fallback(v.optional(v.boolean()), undefined),
  shared: v.fallback(v.optional(v.boolean()), undefined),
});

/** What stays on the device of it. */
const ListTableSchema = v.object({
  sort: v.fallback(v.optional(v.object({ property: v.string(), direction: v.picklist(['ASC', 'DESC']) })), undefined),
  columns: v.fallback(
    v.optional(v.record(v.string(), v.object({ sortOrder: v.number(), visible: v.boolean() }))),
    undefined,
  ),
});

/** What a person has set for this device. */
const SettingsSchema = v.object({
  language: v.fallback(v.picklist(['auto', 'de', 'en']), 'auto'),
  theme: v.fallback(v.picklist(['auto', 'light', 'dark']), 'auto'),
  rowSize: v.fallback(v.picklist(['large', 'compact']), 'large'),
  grouping: v.fallback(v.picklist(['moduleGrouping', 'timeframe', 'none']), 'moduleGrouping'),
  /** By the names of lists. */
  lists: v.fallback(v.record(v.string(), ListLookSchema), {}),
  listTables: v.fallback(v.record(v.string(), ListTableSchema), {}),
  /** What a finger does with a row: swiping acts, or nothing but the menu does. */
  controlsMode: v.fallback(v.picklist(['contextMenu', 'swipe']), 'contextMenu'),
  /** Width of the filter beside a list in pixels. */
  filterSplit: v.fallback(v.number(), 342),
  drawer: v.fallback(v.picklist(['wide', 'mini']), 'wide'),
  /** Whether this device may keep what was seen, for a faster start and for reading without a network. */
  caching: v.fallback(v.boolean(), true),
  /** `never`, or the time (milliseconds since 1970) before which nobody is asked to install the app. */
  install: v.fallback(v.union([v.literal('never'), v.number()]), 0),
  /** Width of the list beside the reader in pixels; 0 until it was dragged. */
  split: v.fallback(v.number(), 0),
  /** The page of the settings that was open last. */
  settingsTab: v.fallback(v.string(), ''),
  /** Senders whose external images are loaded without asking, by address. */
  imageSenders: v.fallback(v.array(v.string()), []),
});
export type Settings = v.InferOutput<typeof SettingsSchema>;

const KEY = 'kontor.settings';
/** What is nothing at all is no fallback's business; `null` is. */
const MISSING = Object.fromEntries(Object.keys(SettingsSchema.entries).map((key) => [key, null]));

export interface SettingsStore extends Value<Settings> {
  change(part: Partial<Settings>): void;
  /** Another page has changed what is stored under a key. */
  reread(key: string | null): void;
}

/** Settings as they are kept in the browser's local storage; what is missing or unknown there is the default. */
export function createSettings(storage: TextStorage): SettingsStore {
  const read = (): Settings => {
    let stored: unknown = {};
    try {
      stored = JSON.parse(storage.getItem(KEY) ?? '{}');
    } catch {
      // Somebody else's text: the defaults.
    }
    const given = typeof stored === 'object' ? stored : {};
    return v.parse(SettingsSchema, { ...MISSING, ...given });
  };
  const value = createValue(read());
  return {
    ...value,
    change(part) {
      value.set({ ...value.get(), ...part });
      storage.setItem(KEY, JSON.stringify(value.get()));
    },
    reread: (key) => {
      if (key === KEY) value.set(read());
    },
  };
}
