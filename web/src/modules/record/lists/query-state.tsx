import type { SharedQuery } from '@kontor/contract/record';
import { useTexts, type ScreenProps } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { useQueryActions } from '../boards/queries.ts';
import type { RecordQuery } from './address.ts';
import { listTexts } from './list-texts.ts';
import { isChanged, queryAddress, type SavedSearch } from './saved.ts';

/** What there is to be said of the query whose list it is. */
export function QueryState({
  query,
  recordQuery,
  search,
  onMove,
}: {
  query: SharedQuery | undefined;
  recordQuery: RecordQuery;
  search: SavedSearch;
  onMove: ScreenProps['onMove'];
}) {
  const t = useTexts(listTexts);
  const { change } = useQueryActions();
  if (query === undefined) return recordQuery.queryId === '' ? null : <p className="quiet">{t.queryGone}</p>;
  if (!isChanged(query, recordQuery)) return null;
  const back = (): void => onMove(queryAddress(query));
  return (
    <span className="record-query-changed">
      <Button onClick={back}>{t.queryBack}</Button>
      {query.mayChange ? (
        <Button
          onClick={() => {
            change(query, search);
            back();
          }}
        >
          {t.queryUpdate}
        </Button>
      ) : null}
    </span>
  );
}
