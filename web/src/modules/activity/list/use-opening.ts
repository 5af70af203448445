import { useRef, type RefObject } from 'react';
import { parseAggregateId } from '@kontor/contract/kernel';
import { useValue, useClient } from '../../../client/react.tsx';
import { useShell, type HowOpened, detailHref } from '../../../shell/index.ts';
import type { VirtualListHandle } from '../../../ui/virtual-list.tsx';
import { extend, move } from './selection.ts';
import type { ShownSelection } from './use-selection.ts';
import type { ShownRows } from './use-shown-rows.ts';
import { aggregateIdOf } from '../../../client/entry-rows.ts';

/** Returns what makes ready the detail of an item, by key, that will probably be opened next. */
function usePrepare(): (key: string) => void {
  const client = useClient();
  const { modules } = useShell();
  return (key) => {
    const row = client.store.get(key);
    if (row === undefined) return;
    const aggregateId = aggregateIdOf(row, client.user.get()?.id ?? 0);
    for (const module of modules) module.prepare?.[row.moduleName]?.(client, aggregateId);
  };
}

/** Opens items of a list, by key. `from`: what a detail is told about where it was opened. False for what has no detail. */
function useOpen(from: string): (key: string, how?: HowOpened) => boolean {
  const client = useClient();
  const { tabs } = useShell();
  return (key, how) => {
    const row = client.store.get(key);
    const aggregateId = row === undefined ? undefined : aggregateIdOf(row, client.user.get()?.id ?? 0);
    const parsed = aggregateId === undefined ? undefined : parseAggregateId(aggregateId);
    if (aggregateId === undefined || parsed === undefined) return false;
    const target = detailHref({ module: parsed.module, aggregateId }, from);
    if (target === undefined) return false;
    tabs.open(target, how);
    return true;
  };
}

/** Wait before the reader follows the keys, in milliseconds, so that what is only passed by is not opened. */
const FOLLOW_MS = 140;

interface OpeningOptions {
  readonly rows: ShownRows;
  readonly selected: ShownSelection;
  readonly handle: RefObject<VirtualListHandle | null>;
  /** What a detail is told about where it was opened from. */
  readonly from: string;
  /** Whether the reader stands beside the list. */
  readonly wide: boolean;
}

export type Opening = ReturnType<typeof useOpening>;

/** What opens the rows of a list, and goes from one to the next, with the reader behind. */
export function useOpening({ rows: { list, used }, selected, handle, from, wide }: OpeningOptions) {
  const [selection, setSelection] = selected;
  const show = useOpen(from);
  const open = useValue(useShell().openItem);
  const prepare = usePrepare();
  const follow = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const openKey = (key: string, how?: HowOpened): void => {
    clearTimeout(follow.current);
    if (show(key, how)) setSelection((current) => ({ ...current, active: key, anchor: key }));
  };
  const step = (by: number, range = false): void => {
    const key = move(selection, by, list.ids);
    if (key === undefined) return;
    setSelection(range ? extend(selection, key, list.ids) : { ...selection, active: key, anchor: key });
    handle.current?.reveal(key);
    handle.current?.focus();
    prepare(key);
    if (Math.max(list.ids.indexOf(key), 0) + 50 > list.ids.length) used.more();
    clearTimeout(follow.current);
    if (wide && open !== undefined && !range) follow.current = setTimeout(() => openKey(key), FOLLOW_MS);
  };
  /** The reader stays with what it shows. */
  const stay = (): void => clearTimeout(follow.current);
  return { open, openKey, step, stay, prepare };
}
