import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { matchPath, queryOf } from '../routes.ts';

/** A detail that is open beside the list. */
export interface Tab {
  /** The item, whatever list it was opened from. */
  readonly key: string;
  readonly address: string;
  /** False for the preview, whose place the next one takes. */
  readonly kept: boolean;
  /** Its turn among those that were opened: the lowest is the oldest. */
  readonly at: number;
}

export interface TabState {
  /** From left to right. */
  readonly tabs: readonly Tab[];
  /** Key of the one that is shown; undefined while nothing is. */
  readonly active: string | undefined;
  /** Entry of the menu whose list was shown last. */
  readonly entry: string | undefined;
}

/** `preview`: in the place of the one before; `keep`: the same, and it stays; `beside`: a further one that stays. */
export type HowOpened = 'preview' | 'keep' | 'beside';
type IsEdited = (key: string) => boolean;

export const MAX_TABS = 12;
export const NO_TABS: TabState = { tabs: [], active: undefined, entry: undefined };

/** Returns whether all that is open is a preview, and shown: there is nothing that tabs could lead to. `shown`: its key. */
export const isOnlyPreview = (tabs: readonly Tab[], shown: string | undefined): boolean =>
  tabs.length === 0 || (tabs.length === 1 && tabs[0]?.kept === false && tabs[0].key === shown);

/** What a detail's address is called among the tabs. */
export function tabKey(address: string): string {
  const match = matchPath(address);
  const draft = new URLSearchParams(queryOf(address)).get('draft');
  // However a mail came to be written, it is the same mail.
  if (draft !== null) return `mailSend/${draft}`;
  const id = match?.params['id'] ?? '';
  const parsed = parseAggregateId(id);
  return parsed === undefined ? `${match?.name ?? ''}/${id}` : itemKey(parsed);
}

const turn = (tabs: readonly Tab[]): number => Math.max(0, ...tabs.map(({ at }) => at)) + 1;

/** As few as may be open: the oldest goes first, but never one that is edited, nor the one that is shown. */
function withinMost(state: TabState, isEdited: IsEdited): TabState {
  const spare = state.tabs
    .filter(({ key }) => key !== state.active && !isEdited(key))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, Math.max(0, state.tabs.length - MAX_TABS));
  return spare.length === 0 ? state : { ...state, tabs: state.tabs.filter((tab) => !spare.includes(tab)) };
}

/** A detail is shown. */
export function opened(state: TabState, address: string, how: HowOpened, isEdited: IsEdited): TabState {
  const { tabs } = state;
  const key = tabKey(address);
  const index = tabs.findIndex((tab) => tab.key === key);
  const there = tabs[index];
  if (there !== undefined) {
    const tab = { ...there, address, kept: there.kept || how !== 'preview' };
    return { ...state, tabs: tabs.with(index, tab), active: key };
  }
  const tab: Tab = { key, address, kept: how !== 'preview', at: turn(tabs) };
  const preview = how === 'beside' ? -1 : tabs.findIndex((one) => !one.kept && !isEdited(one.key));
  if (preview >= 0) return { ...state, tabs: tabs.with(preview, tab), active: key };
  const before = tabs.findIndex((one) => one.key === state.active);
  const at = before < 0 ? tabs.length : before + 1;
  return withinMost({ ...state, tabs: tabs.toSpliced(at, 0, tab), active: key }, isEdited);
}

/** A list is shown alone. That of another entry of the menu closes what is not edited. */
export function listed(state: TabState, entry: string, isEdited: IsEdited): TabState {
  const isOther = state.entry !== undefined && state.entry !== entry;
  const tabs = state.tabs.filter(({ key, kept }) => isEdited(key) || (kept && !isOther));
  return { tabs, active: undefined, entry };
}

/** Without tabs to be seen nothing stays but what is shown and what is edited. */
export const alone = (state: TabState, isEdited: IsEdited): TabState => ({
  ...state,
  tabs: state.tabs.filter(({ key }) => key === state.active || isEdited(key)),
});

export const kept = (state: TabState, key: string): TabState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.key === key && !tab.kept ? { ...tab, kept: true } : tab)),
});

export const without = (state: TabState, keys: readonly string[]): TabState => ({
  ...state,
  tabs: state.tabs.filter(({ key }) => !keys.includes(key)),
  active: state.active !== undefined && keys.includes(state.active) ? undefined : state.active,
});

/** The tab that comes into sight where these are closed: the next one to the right of what was shown, else to the left. */
export function neighbour({ tabs, active }: TabState, gone: readonly string[]): Tab | undefined {
  const at = tabs.findIndex(({ key }) => key === active);
  const stays = ({ key }: Tab): boolean => !gone.includes(key);
  return tabs.slice(at + 1).find(stays) ?? tabs.slice(0, Math.max(0, at)).findLast(stays);
}

/** The tab that stands `by` places further than the one that is shown, round and round. */
export function stepped({ tabs, active }: TabState, by: number): Tab | undefined {
  const at = tabs.findIndex(({ key }) => key === active);
  if (at < 0) return by > 0 ? tabs[0] : tabs.at(-1);
  return tabs[(at + by + tabs.length) % tabs.length];
}
