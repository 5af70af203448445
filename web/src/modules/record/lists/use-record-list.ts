import {
  ListColumnsSchema,
  MAX_COUNTED,
  placeInRow,
  recordQueries,
  type ListColumn,
  type RecordInstance,
} from '@kontor/contract/record';
import { useCallback, useMemo, useState } from 'react';
import * as v from 'valibot';
import { useAsk, useClient } from '../../../client/react.tsx';
import { attempt, useFormats, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { useKinds } from '../use-kinds.ts';
import { isSearched, searchOf, type RecordQuery } from './address.ts';
import { listTexts } from './list-texts.ts';
import { sortOf } from './shown-columns.ts';
import { useAppearance } from './use-appearance.ts';
import { useRows, type RecordRow } from './use-rows.ts';
import { useSelection, type Chosen } from './use-selection.ts';

const NO_COLUMNS: readonly ListColumn[] = [];
const NO_KINDS: readonly RecordInstance[] = [];
/** Records that are selected at once, and those of them that one answer holds. */
const MAX_SELECTED = 10_000;
const AT_ONCE = 1000;

const columnsIn = (json: string | undefined): readonly ListColumn[] => {
  const parsed = v.safeParse(ListColumnsSchema, JSON.parse(json ?? '[]'));
  return parsed.success ? parsed.output : NO_COLUMNS;
};

/** A list of records: what it is cut to, its columns and rows, and what of it is selected. */
export function useRecordList(recordQuery: RecordQuery) {
  const t = useTexts(listTexts);
  const formats = useFormats();
  const client = useClient();
  const { notices } = useShell();
  const language = useLanguage();
  const { instanceId } = recordQuery;
  const kinds = useKinds();
  const view = useAsk(recordQueries.listView, { idoInstanceId: instanceId });
  const columns = useMemo(() => columnsIn(view.data?.columnDefinitionJSON), [view.data]);
  const appearance = useAppearance(instanceId, columns);
  const sort = sortOf(columns, recordQuery.sort, appearance.sort);
  const search = searchOf(recordQuery);
  const [sight, setSight] = useState({ first: 0, last: 0 });
  const onSight = useCallback((first: number, last: number) => setSight({ first, last }), []);
  const rows = useRows({ idoInstanceId: instanceId, ...search, sort }, sight.first, sight.last);
  const counted = useAsk(recordQueries.counts, search).data;
  const counts = useMemo(() => {
    if (counted === undefined) return undefined;
    const all = counted.reduce((sum, { totalCount }) => sum + totalCount, 0);
    return new Map([[0, all], ...counted.map((one): [number, number] => [one.instanceId, one.totalCount])]);
  }, [counted]);
  const key = JSON.stringify([client.key, instanceId, search, sort]);
  const selection = useSelection(key);
  const kind = kinds?.find(({ ID }) => ID === instanceId);
  const [kindAt, changedAt] = [placeInRow(columns, 'kind'), placeInRow(columns, 'changed')];
  const chosenOf = ({ id, cells }: Pick<RecordRow, 'id' | 'cells'>): Chosen => ({
    id,
    kindId: instanceId === 0 ? Number(cells[kindAt] ?? 0) : instanceId,
    changed: Number(cells[changedAt] ?? 0),
  });
  const isCut = isSearched(recordQuery);
  const isCapped = isCut && (rows.total ?? 0) >= MAX_COUNTED;
  async function selectAll(): Promise<void> {
    const all: Chosen[] = [];
    for (let page = 1; all.length < MAX_SELECTED; page += 1) {
      const { results } = await client.ask.run(recordQueries.items, {
        idoInstanceId: instanceId,
        ...search,
        sort: [sort],
        page,
        limit: AT_ONCE,
      });
      all.push(...results.map((cells) => chosenOf({ id: Number(cells[0]), cells })));
      if (results.length < AT_ONCE) break;
    }
    selection.set(all);
    if ((rows.total ?? 0) > all.length) notices.show({ text: t.selectedFirst(formats.number(all.length)) });
  }
  return {
    key,
    recordQuery,
    kinds: kinds ?? NO_KINDS,
    areKindsKnown: kinds !== undefined,
    kind,
    fields: kind === undefined ? [] : [...kind.fields.leftColumn, ...kind.fields.rightColumn],
    view,
    columns,
    appearance,
    sort,
    rows,
    /** Rows that can be shown. */
    total: isCapped ? MAX_COUNTED - 1 : (rows.total ?? 0),
    isCapped,
    isCut,
    counts,
    onSight,
    selection,
    /** What is selected, as it was read last: it may have been changed since it was. */
    chosen: [...selection.chosen.values()].map((one) => {
      const row = rows.rowOf(one.id);
      return row === undefined ? one : chosenOf(row);
    }),
    chosenOf,
    selectAll: (): void => attempt({ notices, language }, selectAll),
  };
}
export type RecordList = ReturnType<typeof useRecordList>;
