import type { Drafts } from './drafts.ts';
import { laterIn, type Environment } from './environment.ts';
import { openChannel } from './tabs.ts';
import { createValue } from './value.ts';
import type { VaultStore } from './vault.ts';

/** How long their code, which cannot be loaded, is left alone, in milliseconds. */
const LOAD_AGAIN_MS = 10_000;

interface LazyDraftsOptions {
  readonly env: Environment;
  readonly vault: VaultStore;
  /** Key of the account on this device. */
  readonly account: string;
  /** True once the account was removed from this device, by whichever page. */
  readonly isRemoved: () => boolean;
}

/** The texts of a person's editors; loaded when the first editor opens. */
export function lazyDrafts({ env, vault, account, isRemoved }: LazyDraftsOptions) {
  /** True while the device will not keep what is being written. */
  const trouble = createValue(false);
  let opening: Promise<Drafts> | undefined;

  async function load(): Promise<Drafts> {
    const { createDrafts } = await import('./drafts.ts');
    return createDrafts({
      vault,
      account,
      now: env.now,
      later: laterIn(env),
      onHide: env.onHide,
      channel: (onMessage) => openChannel(`kontor-drafts/${account}`, onMessage),
      onTrouble: (isInTrouble) => trouble.set(isInTrouble),
      isRemoved,
    });
  }

  /** Loads them, for as long as it takes. What is written meanwhile is kept as soon as they are. */
  function open(): Promise<Drafts> {
    opening ??= (async () => {
      for (;;) {
        const loaded = await load().catch(() => undefined);
        trouble.set(loaded === undefined);
        if (loaded !== undefined) return loaded;
        await env.sleep(LOAD_AGAIN_MS);
      }
    })();
    return opening;
  }

  return {
    trouble,
    open,
    /** Writes what is not written yet, where any editor was open. */
    flush: async (): Promise<void> => (await opening)?.flush(),
    close: (): void => void opening?.then((open) => open.close()),
  };
}
