import * as v from 'valibot';
import type { TextStorage } from '../client/environment.ts';
import { createValue, type Value } from '../client/value.ts';
import type { Navigator } from './history.ts';
import type { Screen } from './manifest.ts';
import { matchPath } from './routes.ts';
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
import type { UnsavedStore } from './unsaved.ts';

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
  const states = new Map<string, Value<TabState>>();
  /** Where tabs were scrolled to, and those whose item is there no more. */
  const tops = new Map<string, number>();
  const gone = createValue<ReadonlySet<string>>(new Set());
  /** What tabs are called that are about no item, for as long as the page lives. */
  const titles = createValue<ReadonlyMap<string, string>>(new Map());
  /** Tabs in which something new has been begun and nothing was written, with what is to be forgotten of each. */
  const unwritten = new Map<string, () => void>();
  let account = '';
  /** How the person wants an address opened that the page goes to next. */
  let wanted: { readonly address: string; readonly how: HowOpened } | undefined;
  let list = '/';

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
  function store(whose: string): void {
    const { tabs, entry } = of(whose).get();
    const own = tabs.flatMap(({ key }) => {
      const top = tops.get(`${whose} ${key}`) ?? 0;
      return top > 0 ? [[key, top] as const] : [];
    });
    storage.setItem(nameOf(whose), JSON.stringify({ tabs, entry, tops: Object.fromEntries(own) }));
  }
  function put(state: TabState): void {
    const before = of(account).get();
    if (before === state) return;
    of(account).set(state);
    for (const { key } of before.tabs) if (!state.tabs.some((tab) => tab.key === key)) tops.delete(`${account} ${key}`);
    store(account);
    for (const [name, forget] of unwritten)
      if (name.startsWith(`${account} `) && !state.tabs.some(({ key }) => name === `${account} ${key}`)) {
        unwritten.delete(name);
        forget();
      }
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
    const left = now.tabs.filter(({ key }) => key !== now.active && unwritten.has(`${account} ${key}`));
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
      (entry) => entry.account === whose && keys.includes(entry.place),
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
    of,
    gone,
    titles,
    /** From now on the tabs are this account's; undefined where nobody is signed in. */
    enter(next: string | undefined): void {
      account = next ?? '';
      visit();
    },
    /** The account has signed out. */
    forget(whose: string): void {
      states.delete(whose);
      storage.removeItem(nameOf(whose));
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
    top: (whose: string, key: string): number => tops.get(`${whose} ${key}`) ?? 0,
    setTop: (whose: string, key: string, top: number): void => void tops.set(`${whose} ${key}`, top),
    /** Keeps where tabs were scrolled to. */
    flush: (): void => [...states.keys()].forEach(store),
    setGone(key: string, isGone: boolean): void {
      if (gone.get().has(key) === isGone) return;
      const next = new Set(gone.get());
      if (isGone) next.add(key);
      else next.delete(key);
      gone.set(next);
    },
    /** Says that nothing was written in a tab yet, which ends with being left then; `forget`: what is done about it. */
    setUnwritten(whose: string, key: string, forget: (() => void) | undefined): void {
      if (forget === undefined) unwritten.delete(`${whose} ${key}`);
      else unwritten.set(`${whose} ${key}`, forget);
    },
    setTitle(key: string, title: string): void {
      if (titles.get().get(key) !== title) titles.set(new Map(titles.get()).set(key, title));
    },
    keyOf: tabKey,
  };
}
