import { useEffect, type ReactNode } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import type { UsedList } from '../../../client/use-list.ts';
import { Failed, useTexts } from '../../../shell/index.ts';
import { LoadingLine, StatePage } from '../../../ui/parts.tsx';
import { useLong } from '../../../ui/working.tsx';
import { RowSkeleton } from '../rows/skeleton.tsx';
import { noRowsTexts } from './no-rows-texts.ts';
import { texts } from '../texts.ts';

/** What stands behind the last row: more to come, or that no more can be had now. */
export function Rest({ list, size }: { list: UsedList['list']; size: number }) {
  const t = useTexts(noRowsTexts);
  const { online } = useValue(useClient().connection);
  if (list.complete) return null;
  return online ? <RowSkeleton count={1} size={size} /> : <p className="list-end">{t.nothingMore}</p>;
}

/** What stands where no row does: nothing to do, not there yet, or not to be had. */
export function NoRows({ used, empty, size }: { used: UsedList; empty: ReactNode; size: number }) {
  const t = useTexts(noRowsTexts);
  const { online } = useValue(useClient().connection);
  const { list, failure, reload, more } = used;
  // All that was loaded has gone, faster than more could come.
  useEffect(() => {
    if (list.loaded && !list.complete && online) more();
  }, [list, online, more]);
  if (list.loaded && list.complete) return empty;
  if (list.loaded && !online)
    return (
      <StatePage icon="cloud-slash" title={t.nothingMore}>
        {t.nothingMoreHint}
      </StatePage>
    );
  if (list.loaded || failure === undefined) return <RowSkeleton count={12} size={size} delayed />;
  return <Failed failure={failure} title={t.failed} offline={t.failedOffline} onRetry={reload} />;
}

/** What is said of a list that is asked for, once that takes long; undefined while there is nothing to say. */
export function useWorking(isFetching: boolean, loaded: boolean, isSought = false): string | undefined {
  const { working } = useTexts(texts);
  if (!useLong(isFetching)) return undefined;
  return isSought ? working.search : loaded ? working.refresh : working.load;
}

/** Says that a list is being asked for: a line at once, and reads out what takes long; it stands in the place of the number. */
export function Fetching({ shown, working }: { shown: boolean; working: string | undefined }) {
  return (
    <>
      <LoadingLine shown={shown} />
      <div className="hidden-text" role="status" aria-live="polite">
        {working}
      </div>
    </>
  );
}
