import { useCallback, useMemo } from 'react';
import { useSettings, useShell, type Settings } from '../../../shell/index.ts';
import type { ListSort } from '../../../client/list-loader.ts';
import type { Frames } from '../lists/define-list.ts';
import { TIME_DESC, columnsOf, sortOf, storedColumns, type ListAppearance } from './appearance.ts';

type Kept = NonNullable<Settings['lists'][string]>;

export interface UsedAppearance {
  readonly appearance: ListAppearance;
  /** The view and the days that were chosen last, as an address has them. */
  readonly last: Pick<Kept, 'view' | 'date'>;
  /** What the rows are grouped by in the place of time frames. */
  readonly frames?: Frames | undefined;
  readonly change: (part: Partial<ListAppearance> | Pick<Kept, 'view' | 'date'>) => void;
}

/** How the list of a name is shown: as the person chose for it, else for all lists. */
export function useAppearance(name: string, defaultSort: ListSort = TIME_DESC): UsedAppearance {
  const { settings } = useShell();
  const { rowSize, grouping, archivedInLists, sharedInLists, lists, listTables } = useSettings();
  const kept = lists[name];
  const table = listTables[name];
  const appearance = useMemo(
    (): ListAppearance => ({
      rowSize: kept?.rowSize ?? rowSize,
      grouping: kept?.grouping ?? grouping,
      archived: kept?.archived ?? archivedInLists,
      shared: kept?.shared ?? sharedInLists,
      sort: sortOf(table?.sort, defaultSort),
      columns: columnsOf(table?.columns),
    }),
    [kept, table, rowSize, grouping, archivedInLists, sharedInLists, defaultSort],
  );
  const change = useCallback<UsedAppearance['change']>(
    (part) => {
      const now = settings.get();
      const { sort, columns, ...rest } = part as Partial<ListAppearance & Kept>;
      if (sort !== undefined || columns !== undefined)
        settings.change({
          listTables: {
            ...now.listTables,
            [name]: {
              ...now.listTables[name],
              ...(sort === undefined ? {} : { sort }),
              ...(columns === undefined ? {} : { columns: storedColumns(columns) }),
            },
          },
        });
      if (Object.keys(rest).length > 0)
        settings.change({ lists: { ...now.lists, [name]: { ...now.lists[name], ...rest } } });
    },
    [settings, name],
  );
  return { appearance, last: { view: kept?.view, date: kept?.date }, change };
}
