import * as v from 'valibot';
import type { TextStorage } from '../client/environment.ts';
import { createValue, type Value } from '../client/value.ts';

/** What a person has set for this device. */
const SettingsSchema = v.object({
  language: v.fallback(v.picklist(['auto', 'de', 'en']), 'auto'),
  theme: v.fallback(v.picklist(['auto', 'light', 'dark']), 'auto'),
  rowSize: v.fallback(v.picklist(['large', 'compact']), 'large'),
  grouping: v.fallback(v.picklist(['timeframe', 'none']), 'timeframe'),
  drawer: v.fallback(v.picklist(['wide', 'mini']), 'wide'),
  /** Width of the list beside the reader in pixels; 0 until it was dragged. */
  split: v.fallback(v.number(), 0),
  /** Senders whose external images are loaded without asking, by address. */
  imageSenders: v.fallback(v.array(v.string()), []),
});
export type Settings = v.InferOutput<typeof SettingsSchema>;

const KEY = 'kontor.settings';

export interface SettingsStore extends Value<Settings> {
  change(part: Partial<Settings>): void;
}

/** Settings as they are kept in the browser's local storage; what is missing or unknown there is the default. */
export function createSettings(storage: TextStorage): SettingsStore {
  let stored: unknown = {};
  try {
    stored = JSON.parse(storage.getItem(KEY) ?? '{}');
  } catch {
    // Somebody else's text: the defaults.
  }
  const parsed = v.safeParse(SettingsSchema, {
    language: null,
    theme: null,
    rowSize: null,
    grouping: null,
    drawer: null,
    split: null,
    imageSenders: null,
    ...(stored as object),
  });
  const value = createValue<Settings>(
    parsed.success
      ? parsed.output
      : v.parse(SettingsSchema, {
          language: null,
          theme: null,
          rowSize: null,
          grouping: null,
          drawer: null,
          split: null,
          imageSenders: null,
        }),
  );
  return {
    ...value,
    change(part) {
      value.set({ ...value.get(), ...part });
      storage.setItem(KEY, JSON.stringify(value.get()));
    },
  };
}
