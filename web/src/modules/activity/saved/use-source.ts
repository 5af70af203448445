import type { SavedFilter } from '@kontor/contract/activity';
import { useEffect, useRef } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import type { ListDeclaration } from '../lists/define-list.ts';
import { addressOf } from '../lists/address.ts';
import type { ListFilter } from '../lists/filter.ts';
import { isSame, savedAddress, savedIdOf, type FilterQuery } from './rules.ts';
import { useSaved } from './store.ts';
import { savedTexts } from './texts.ts';
import { wasRemovedHere } from './use-actions.ts';

export interface SavedSource {
  /** The saved filter that the list is shown by; undefined where it is by none, or none that is known. */
  readonly saved: SavedFilter | undefined;
  readonly isChanged: boolean;
  /** The address names a filter alone, and what that is is not known yet. */
  readonly isWaiting: boolean;
}

/** The saved filter that a list's address names, followed as its owner changes it or takes it away. */
export function useSavedSource(about: {
  readonly list: ListDeclaration;
  readonly source: string;
  /** The address says what the filter is, and does not only name it. */
  readonly isSaid: boolean;
  readonly filter: ListFilter;
  readonly filterQuery: FilterQuery;
  readonly onMove: (address: string) => void;
}): SavedSource {
  const { list, source, isSaid, filterQuery, onMove } = about;
  const t = useTexts(savedTexts);
  const { notices } = useShell();
  const { filters, isFresh } = useSaved();
  const id = savedIdOf(source);
  const saved = id === undefined ? undefined : filters?.find((one) => one.filterId === id && one.list === list.name);
  const last = useRef<SavedFilter | undefined>(undefined);
  const current = useRef(about);
  useEffect(() => {
    current.current = about;
  });
  useEffect(() => {
    const before = last.current?.filterId === id ? last.current : undefined;
    last.current = saved;
    const { filterQuery: now, filter: shown } = current.current;
    if (id === undefined) return;
    if (saved === undefined) {
      if (!isFresh) return;
      onMove(addressOf(list.route, 'main', shown));
      if (!wasRemovedHere(id)) notices.show({ text: before === undefined ? t.goneUnnamed : t.gone(before.name) });
      return;
    }
    const address = savedAddress(saved);
    if (address === undefined) return;
    if (!isSaid) onMove(address);
    // Who has changed nothing of it sees what it is now; who has keeps that, and is shown that it differs.
    else if (before !== undefined && isSame(before, now) && !isSame(saved, now)) {
      onMove(address);
      notices.show({ text: t.changed(saved.name) });
    }
  }, [id, saved, isFresh, isSaid, list, onMove, notices, t]);
  return {
    saved,
    isChanged: saved !== undefined && isSaid && !isSame(saved, filterQuery),
    isWaiting: id !== undefined && !isSaid && (saved !== undefined || !isFresh),
  };
}
