import type { Schema } from '@kontor/contract/kernel';
import { useMemo } from 'react';
import type { ListSource } from '../../../client/list-loader.ts';
import { useClient } from '../../../client/react.tsx';
import { useList, useSameSource } from '../../../client/use-list.ts';
import { useThreads } from '../rows/threads.ts';
import { groupedBy } from './appearance.ts';
import { useCalm } from './use-calm.ts';
import { useFolding } from './use-folding.ts';
import { useBounds, useGroups } from './use-groups.ts';
import type { UsedAppearance } from './use-appearance.ts';

export type ShownRows = ReturnType<typeof useShownRows>;

/**
 * The rows of a list as they are seen: they keep still, threads are one row, and groups can be folded away. What keys, pointer and
 * selection go by is what is seen, not what the list has become meanwhile.
 */
export function useShownRows<P extends Schema, R extends Schema>(
  described: ListSource<P, R>,
  { appearance, frames }: UsedAppearance,
  { isSought, mixed }: { readonly isSought: boolean; readonly mixed: boolean },
) {
  const client = useClient();
  // An answer that says the same again describes the list anew.
  const source = useSameSource(described);
  const used = useList(source);
  const { order, calm } = useCalm(client, source);
  const folding = useFolding();
  const threads = useThreads(client, calm.ids, appearance, isSought);
  const by = groupedBy(appearance, mixed, frames);
  const groups = useGroups(client, threads.ids, by, useBounds(), folding.folded, threads.whole);
  const { ids } = groups;
  const list = useMemo(() => ({ ...used.list, ids }), [used.list, ids]);
  return { used, list, order, calm, threads, groups, ...folding };
}
