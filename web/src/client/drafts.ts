import type { Tabs } from './tabs.ts';
import type { VaultStore } from './vault.ts';

/** What is edited: which editor, and what it is about. */
export interface DraftName {
  readonly kind: string;
  readonly id: string;
}

/** A text that is not sent yet, as it is kept. */
export interface KeptDraft<T = unknown> extends DraftName {
  readonly value: T;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

export interface Draft<T> {
  /** What was found; undefined where there was nothing. */
  readonly value: T | undefined;
  readonly savedAt: number | undefined;
  /** Keeps what is being written, within 200 ms. */
  save(value: T): void;
  /** It was sent, or is not wanted any more. */
  discard(): Promise<void>;
}

/** What pages tell each other about a draft; without a value it is gone. */
export type DraftMessage = DraftName & { readonly draft: KeptDraft | undefined };

export interface DraftDeps {
  readonly vault: VaultStore;
  /** Key of the account on this device. */
  readonly account: string;
  readonly now: () => number;
  /** Calls back after `ms`; returns how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
  /** Calls back when the page is hidden or left, which may be the last that it does. Returns the function that stops it. */
  readonly onHide: (hide: () => void) => () => void;
  readonly channel: (onMessage: (message: DraftMessage) => void) => Tabs<DraftMessage>;
  /** The device will not keep a draft, or does again. */
  readonly onTrouble: (isInTrouble: boolean) => void;
  /** True once the account was removed from this device, by whichever page: nothing of it is kept any more. */
  readonly isRemoved: () => boolean;
}

/** What the keys of an account's drafts begin with in the vault. */
export const draftPrefix = (account: string): string => `draft/${account}/`;

const SAVE_MS = 200;
/** How long a device that refuses is left alone. */
const AGAIN_MS = 5000;

export type Drafts = ReturnType<typeof createDrafts>;

/** Texts of editors, kept sealed on this device for as long as they are neither sent nor discarded, whatever becomes of the page. */
export function createDrafts(deps: DraftDeps) {
  const { vault, account } = deps;
  const prefix = draftPrefix(account);
  const keyOf = ({ kind, id }: DraftName): string => `${prefix}${kind}/${id}`;
  const listeners = new Map<string, Set<(draft: KeptDraft | undefined) => void>>();
  const notify = (key: string, draft: KeptDraft | undefined): void => {
    for (const listener of listeners.get(key) ?? []) listener(draft);
  };

  const channel = deps.channel(({ kind, id, draft }) => {
    const key = keyOf({ kind, id });
    // What is being written here is newer than what another page had kept.
    if (draft !== undefined && unsaved.get(key) !== undefined) return;
    unsaved.delete(key);
    notify(key, draft);
  });
  const writer = createDraftWriter({ deps, keyOf, notify, post: channel.post });
  const { unsaved, flush } = writer;
  const stopHiding = deps.onHide(flush);

  return {
    /** Takes up what was kept, or begins anew. */
    async open<T>(name: DraftName): Promise<Draft<T>> {
      const key = keyOf(name);
      const found = async (): Promise<unknown> => {
        try {
          return await vault.get(key);
        } catch {
          writer.readAgain(key, name);
          return undefined;
        }
      };
      const kept = (unsaved.has(key) ? unsaved.get(key) : await found()) as KeptDraft<T> | undefined;
      return {
        value: kept?.value,
        savedAt: kept?.savedAt,
        save(value) {
          writer.save(key, { ...name, value, savedAt: deps.now() });
        },
        async discard() {
          unsaved.set(key, undefined);
          channel.post({ ...name, draft: undefined });
          await flush();
        },
      };
    },
    /** All that is kept of this person, newest first. */
    async list(): Promise<KeptDraft[]> {
      const kept = new Map((await vault.all(prefix)).map((draft) => [keyOf(draft as KeptDraft), draft as KeptDraft]));
      for (const [key, draft] of unsaved) {
        if (draft === undefined) kept.delete(key);
        else kept.set(key, draft);
      }
      return [...kept.values()].sort((a, b) => b.savedAt - a.savedAt);
    },
    /** Calls back when another page has kept or discarded the draft. Returns the function that stops it. */
    watch(name: DraftName, listener: (draft: KeptDraft | undefined) => void): () => void {
      const key = keyOf(name);
      const known = listeners.get(key) ?? new Set();
      listeners.set(key, known.add(listener));
      return () => void known.delete(listener);
    },
    /** Writes what is not written yet. */
    flush,
    /** Writes what is not written yet, and ends. */
    async close(): Promise<void> {
      stopHiding();
      await flush();
      writer.stop();
      channel.close();
    },
  };
}

interface DraftWriterOptions {
  readonly deps: DraftDeps;
  readonly keyOf: (name: DraftName) => string;
  /** Tells this page what is kept under a key now. */
  readonly notify: (key: string, draft: KeptDraft | undefined) => void;
  /** Tells the other pages. */
  readonly post: (message: DraftMessage) => void;
}

/** Writes drafts to the device, again and again where that will not. */
function createDraftWriter({ deps, keyOf, notify, post }: DraftWriterOptions) {
  const { vault } = deps;
  /** What is not written yet; undefined where it is to be removed. */
  const unsaved = new Map<string, KeptDraft | undefined>();
  /** Drafts that were opened while the device did not say what it has of them. */
  const unread = new Map<string, DraftName>();
  let stop: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** The device will not, or does not answer: it is tried again. */
  function putOff(): void {
    stop ??= deps.later(AGAIN_MS, flush);
  }

  /** Another page may remove the account, and all that is kept of it, while this is being written. */
  async function keep(key: string, draft: KeptDraft): Promise<void> {
    if (!deps.isRemoved()) await vault.put(key, draft);
    if (deps.isRemoved()) await vault.remove(key);
  }

  /** Reads what could not be read before. It is no less worth than what was written meanwhile, which does not replace it. */
  async function readLate(key: string, { kind, id }: DraftName): Promise<void> {
    const kept = (await vault.get(key)) as KeptDraft | undefined;
    if (kept !== undefined && unsaved.has(key)) {
      const aside = `${id}/${kept.savedAt}`;
      await keep(keyOf({ kind, id: aside }), { ...kept, id: aside });
    }
    unread.delete(key);
    if (kept !== undefined && !unsaved.has(key)) notify(key, kept);
  }

  async function writeOne(key: string, draft: KeptDraft | undefined): Promise<void> {
    if (draft === undefined) await vault.remove(key);
    else await keep(key, draft);
    if (unsaved.get(key) === draft) unsaved.delete(key);
    if (draft !== undefined) post({ kind: draft.kind, id: draft.id, draft });
  }

  async function write(): Promise<void> {
    stop?.();
    stop = undefined;
    for (const [key, name] of unread) await readLate(key, name).catch(putOff);
    for (const [key, draft] of unsaved) {
      try {
        if (unread.has(key)) throw new Error('what the device has of it is not known');
        await writeOne(key, draft);
        deps.onTrouble(false);
      } catch {
        deps.onTrouble(true);
        putOff();
      }
    }
  }

  /** Writes one after the other, so that an older text never lands on a newer one. */
  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    unsaved,
    flush,
    /** Keeps a draft soon. */
    save(key: string, draft: KeptDraft): void {
      unsaved.set(key, draft);
      stop ??= deps.later(SAVE_MS, flush);
    },
    /** Reads later what could not be read now. */
    readAgain(key: string, name: DraftName): void {
      unread.set(key, name);
      putOff();
    },
    stop: (): void => stop?.(),
  };
}
