import * as v from 'valibot';
import type { TextStorage } from '../../client/environment.ts';
import { createValue, type Value } from '../../client/value.ts';
import type { Navigator } from '../history.ts';
import type { Screen } from '../manifest.ts';
import { matchPath } from '../routes.ts';
import {
  NO_TABS,
  alone,
  kept,
  listed,
  neighbour,
  opened,
  stepped,
  tabKey,
  without,
  type HowOpened,
  type TabState,
} from './tab-rules.ts';
import type { UnsavedStore } from '../forms/unsaved.ts';

interface TabsOptions {
  readonly navigator: Pick<Navigator, 'address' | 'go'>;
  readonly kindOf: (address: string) => Screen['kind'] | undefined;
  /** Whether list and detail stand side by side now. */
  readonly isSplit: () => boolean;
  /** Lives as long as the window. */
  readonly storage: TextStorage;
  readonly unsaved: UnsavedStore;
}

export type Tabs = ReturnType<typeof createTabs>;

const StoredSchema = v.object({
  tabs: v.array(v.object({ key: v.string(), address: v.string(), kept: v.boolean(), at: v.number() })),
  entry: v.optional(v.string()),
  tops: v.record(v.string(), v.number()),
});
const nameOf = (account: string): string => `kontor.tabs/${account}`;

/** The details that are open beside the lists, of each account. Addresses alone are kept, which name nobody and nothing. */
export function createTabs({ navigator, kindOf, isSplit, storage, unsaved }: TabsOptions) {
  const { save, dropTop, ...store } = createTabStore(storage);
  const { of } = store;
  const unwritten = createUnwritten();
  let account = '';
  /** How the person wants an address opened that the page goes to next. */
  let wanted: { readonly address: string; readonly how: HowOpened } | undefined;
  let list = '/';

  function put(state: TabState): void {
    const before = of(account).get();
    if (before === state) return;
    of(account).set(state);
    for (const { key } of before.tabs) if (!state.tabs.some((tab) => tab.key === key)) dropTop(account, key);
    save(account);
    unwritten.keepOnly(account, state);
  }
  const isEdited = (key: string): boolean => unsaved.has(account, key);

  /** The page is somewhere else. */
  function visit(): void {
    const address = navigator.address.get();
    const how = wanted?.address === address ? wanted.how : 'preview';
    wanted = undefined;
    if (account === '') return;
    const state = of(account).get();
    const kind = kindOf(address);
    if (kind === 'detail') {
      const next = opened(state, address, how, isEdited);
      put(isSplit() ? next : alone(next, isEdited));
    } else if (kind === 'list') {
      const match = matchPath(address);
      put(listed(state, `${match?.name ?? ''}/${match?.params['source'] ?? ''}`, isEdited));
    } else if (state.active !== undefined) put({ ...state, active: undefined });
    // What was begun and left unwritten was not meant.
    const now = of(account).get();
    const left = now.tabs.filter(({ key }) => key !== now.active && unwritten.has(account, key));
    if (left.length > 0)
      put(
        without(
          now,
          left.map(({ key }) => key),
        ),
      );
  }
  navigator.address.subscribe(visit);
  // What is written in is no preview any more.
  unsaved.entries.subscribe(() => {
    const { tabs } = of(account).get();
    for (const { key, kept: isKept } of tabs) if (!isKept && isEdited(key)) put(kept(of(account).get(), key));
  });

  /** Closes tabs, once nothing in them is lost. What `shows` then: the tab beside, or the list. */
  function close(keys: readonly string[], shows: 'neighbour' | 'list'): void {
    const whose = account;
    unsaved.leave(
      (entry) => entry.account === whose && keys.includes(entry.tabKey),
      () => {
        if (account !== whose) return;
        const state = of(whose).get();
        const next = shows === 'neighbour' ? neighbour(state, keys) : undefined;
        put(without(state, keys));
        if (state.active !== undefined && keys.includes(state.active))
          navigator.go(next?.address ?? list, { replace: true });
      },
    );
  }

  return {
    ...store,
    ...createTabNotes(),
    /** From now on the tabs are this account's; undefined where nobody is signed in. */
    enter(next: string | undefined): void {
      account = next ?? '';
      visit();
    },
    /** Shows a detail. Beside a list it takes the place of the history's step: one step back leads to the list. */
    open(address: string, how: HowOpened = 'preview'): void {
      wanted = { address, how };
      if (address === navigator.address.get()) visit();
      else navigator.go(address, { replace: isSplit() && kindOf(navigator.address.get()) === 'detail' });
    },
    /** Makes a tab of its own of a preview, that which is shown if none is named. */
    keep(key = of(account).get().active): void {
      if (key !== undefined) put(kept(of(account).get(), key));
    },
    close: (keys: readonly string[]): void => close(keys, 'neighbour'),
    closeOthers(key: string): void {
      const others = of(account)
        .get()
        .tabs.flatMap((tab) => (tab.key === key ? [] : [tab.key]));
      close(others, 'neighbour');
    },
    /** Closes what is shown, or what is shown of these items. Nothing else comes into sight: the list goes on. */
    leave(keys?: readonly string[]): void {
      const { active } = of(account).get();
      if (active !== undefined && (keys === undefined || keys.includes(active))) close([active], 'list');
    },
    /** Shows the next tab, or one before it. */
    step(by: number): void {
      const tab = stepped(of(account).get(), by);
      if (tab !== undefined) this.open(tab.address);
    },
    /** Address of the list that stands beside, or would. */
    setList(address: string): void {
      list = address;
    },
    /** Says that nothing was written in a tab yet, which ends with being left then; `forget`: what is done about it. */
    setUnwritten: unwritten.set,
    keyOf: tabKey,
  };
}

/** The tabs of each account, and where each was scrolled to, as the window's storage keeps them. */
function createTabStore(storage: TextStorage) {
  const states = new Map<string, Value<TabState>>();
  const tops = new Map<string, number>();

  function read(whose: string): TabState {
    try {
      const stored = v.parse(StoredSchema, JSON.parse(storage.getItem(nameOf(whose)) ?? ''));
      for (const [key, top] of Object.entries(stored.tops)) tops.set(`${whose} ${key}`, top);
      return { tabs: stored.tabs, active: undefined, entry: stored.entry };
    } catch {
      return NO_TABS;
    }
  }
  function of(whose: string): Value<TabState> {
    const known = states.get(whose);
    if (known !== undefined) return known;
    const made = createValue(read(whose));
    states.set(whose, made);
    return made;
  }
  function save(whose: string): void {
    const { tabs, entry } = of(whose).get();
    const own = tabs.flatMap(({ key }) => {
      const top = tops.get(`${whose} ${key}`) ?? 0;
      return top > 0 ? [[key, top] as const] : [];
    });
    storage.setItem(nameOf(whose), JSON.stringify({ tabs, entry, tops: Object.fromEntries(own) }));
  }

  return {
    of,
    save,
    top: (whose: string, key: string): number => tops.get(`${whose} ${key}`) ?? 0,
    setTop: (whose: string, key: string, top: number): void => void tops.set(`${whose} ${key}`, top),
    dropTop: (whose: string, key: string): void => void tops.delete(`${whose} ${key}`),
    /** Keeps where tabs were scrolled to. */
    flush: (): void => [...states.keys()].forEach(save),
    /** The account has signed out. */
    forget(whose: string): void {
      states.delete(whose);
      storage.removeItem(nameOf(whose));
    },
  };
}

/** Tabs in which something new has been begun and nothing was written, with what is to be forgotten of each. */
function createUnwritten() {
  const unwritten = new Map<string, () => void>();
  return {
    has: (whose: string, key: string): boolean => unwritten.has(`${whose} ${key}`),
    set(whose: string, key: string, forget: (() => void) | undefined): void {
      if (forget === undefined) unwritten.delete(`${whose} ${key}`);
      else unwritten.set(`${whose} ${key}`, forget);
    },
    /** Forgets those of an account that are not among its tabs any more. */
    keepOnly(whose: string, { tabs }: TabState): void {
      for (const [name, forget] of unwritten)
        if (name.startsWith(`${whose} `) && !tabs.some(({ key }) => name === `${whose} ${key}`)) {
          unwritten.delete(name);
          forget();
        }
    },
  };
}

/** What is known of single tabs, for as long as the page lives. */
function createTabNotes() {
  /** Those whose item is there no more. */
  const gone = createValue<ReadonlySet<string>>(new Set());
  /** What tabs are called that are about no item. */
  const titles = createValue<ReadonlyMap<string, string>>(new Map());
  return {
    gone,
    titles,
    setGone(key: string, isGone: boolean): void {
      if (gone.get().has(key) === isGone) return;
      const next = new Set(gone.get());
      if (isGone) next.add(key);
      else next.delete(key);
      gone.set(next);
    },
    setTitle(key: string, title: string): void {
      if (titles.get().get(key) !== title) titles.set(new Map(titles.get()).set(key, title));
    },
  };
}
