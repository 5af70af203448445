import type { DeviceSecure, Platform } from './device.ts';

/** The secure storage of a phone. `when`: whether a text can be read on an unlocked phone alone, or behind the lock screen, too. */
export interface SecureTexts {
  begin(): Promise<void>;
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string, when: 'unlocked' | 'always'): Promise<void>;
  remove(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/** Says, in the secure storage itself, that all that is kept there can be read behind the lock screen. */
const READABLE = 'readable';
const PROBE = 'probe';

/** Earlier versions kept everything for an unlocked phone alone. What cannot be read now is written anew at another start. */
async function rewrite(texts: SecureTexts): Promise<void> {
  if ((await texts.get(READABLE)) !== undefined) return;
  let isWhole = true;
  for (const key of await texts.keys()) {
    const text = await texts.get(key);
    if (text === undefined) isWhole = false;
    else await texts.set(key, text, 'always');
  }
  if (isWhole) await texts.set(READABLE, '1', 'always');
}

/**
 * What a phone keeps for itself. On iOS it is read and written behind the lock screen, too, as a fetch in the background has to: from the
 * moment on that the phone was unlocked after its start.
 */
export function createNativeSecure(platform: Platform, texts: SecureTexts): DeviceSecure {
  const isIos = platform === 'ios';
  const ready = texts.begin().then(() => (isIos ? rewrite(texts).catch(() => undefined) : undefined));
  ready.catch(() => undefined);
  return {
    async get(key) {
      await ready;
      return texts.get(key);
    },
    async set(key, text) {
      await ready;
      await texts.set(key, text, 'always');
    },
    async remove(key) {
      await ready;
      await texts.remove(key);
    },
    /** Rejects where the phone is locked: its keychain may name nothing then, as if nothing were kept. */
    async keys() {
      await ready;
      const all = await texts.keys();
      if (isIos && all.length === 0) {
        await texts.set(PROBE, '1', 'unlocked');
        await texts.remove(PROBE);
      }
      return all.filter((key) => key !== READABLE && key !== PROBE);
    },
  };
}
