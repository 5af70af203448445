import type { ListColumn } from '@kontor/contract/record';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useSettings, useShell } from '../../../shell/index.ts';
import type { RecordSort } from './address.ts';
import { columnsOf, storedColumns, type ShownColumn } from './shown-columns.ts';

/** How the list of a kind is shown on this device. */
export interface ListAppearance {
  readonly columns: readonly ShownColumn[];
  readonly sort: RecordSort | undefined;
  readonly change: (part: { readonly columns?: readonly ShownColumn[]; readonly sort?: RecordSort }) => void;
  /** Columns as the kind has them. */
  readonly reset: () => void;
}

export function useAppearance(instanceId: number, columns: readonly ListColumn[]): ListAppearance {
  const { settings } = useShell();
  const name = `${useClient().key} ${instanceId}`;
  const kept = useSettings().recordLists[name];
  const shown = useMemo(() => columnsOf(columns, kept?.columns), [columns, kept?.columns]);
  const put = useCallback(
    (part: object): void => {
      const { recordLists } = settings.get();
      settings.change({ recordLists: { ...recordLists, [name]: { ...recordLists[name], ...part } } });
    },
    [settings, name],
  );
  return {
    columns: shown,
    sort: kept?.sort,
    change: ({ columns: next, sort }) =>
      put({ ...(next === undefined ? {} : { columns: storedColumns(next) }), ...(sort === undefined ? {} : { sort }) }),
    reset: () => put({ columns: {} }),
  };
}
