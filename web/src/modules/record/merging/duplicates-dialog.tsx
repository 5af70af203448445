import '../record.css';
import './merging.css';
import { DUPLICATE_GROUPS, duplicatesKey, recordCommands, recordQueries } from '@kontor/contract/record';
import { useRef, useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { Failed, useFormats, useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button, LoadingLine, StatePage } from '../../../ui/parts.tsx';
import { useShowRecord, type NamedRecord } from '../address.ts';
import { mergeRecords } from '../asking.ts';
import { Pages } from '../pages.tsx';
import { useKinds } from '../use-kinds.ts';
import { useDifferent } from './different.ts';
import { DuplicateGroup, type Group } from './duplicate-group.tsx';
import { mergingTexts } from './texts.ts';

const keyOf = ({ records }: Group): string => records.map(({ idoId }) => idoId).join(' ');

/** The records of a kind that are likely to be the same, and what is done about them. */
export function DuplicatesDialog({ idoInstanceId, onClose }: { idoInstanceId: number; onClose: () => void }) {
  const t = useTexts(mergingTexts);
  const kind = useKinds()?.find(({ ID }) => ID === idoInstanceId);
  const mayChange = useValue(useClient().configuration)?.rights.createIdo === true;
  const [page, setPage] = useState(1);
  const { data, failure, isFetching, retry } = useAsk(recordQueries.duplicates, { idoInstanceId, page });
  const { list, shown, decide } = useDecided(idoInstanceId, data?.groups ?? []);
  const search = useSearchBegun(idoInstanceId);
  const showRecord = useShowRecord();
  const open = (record: NamedRecord): void => {
    onClose();
    showRecord(record);
  };
  const pages = Math.max(1, Math.ceil((data?.groupCount ?? 0) / DUPLICATE_GROUPS));
  // What stood on the last page has been decided on.
  if (data !== undefined && page > pages) setPage(pages);
  const isSearching = data?.isSearching === true;
  return (
    <Dialog
      title={kind === undefined ? t.duplicates : t.duplicatesOf(kind.Name)}
      closeLabel={t.close}
      size="l"
      onClose={onClose}
    >
      <LoadingLine shown={isFetching || isSearching} />
      {data === undefined ? (
        <NotYet failure={failure} onRetry={retry} />
      ) : (
        <div className="duplicates" ref={list} tabIndex={-1}>
          <Standing
            pairs={data.pairs}
            searchedAt={data.searchedAt}
            isSearching={isSearching}
            onSearch={mayChange && data.searchedAt !== null ? search : undefined}
          />
          {shown.length > 0 ? (
            <ul>
              {shown.map((group, at) => (
                <DuplicateGroup
                  key={keyOf(group)}
                  group={group}
                  onOpen={(idoId) => open({ idoId, idoInstanceId })}
                  onMerge={
                    mayChange
                      ? () =>
                          mergeRecords({
                            idoInstanceId,
                            idoIds: group.records.map(({ idoId }) => idoId),
                          })
                      : undefined
                  }
                  onDifferent={mayChange ? () => decide(group, at) : undefined}
                />
              ))}
            </ul>
          ) : isSearching || isFetching || data.groupCount > 0 ? null : (
            <NoDoubles isSearched={data.searchedAt !== null} onSearch={mayChange ? search : undefined} />
          )}
          {pages > 1 ? <Pages label={t.pages} page={page} pages={pages} onPage={setPage} /> : null}
        </div>
      )}
    </Dialog>
  );
}

/** What stands there before anything is known. */
function NotYet({ failure, onRetry }: { failure: Failure | undefined; onRetry: () => void }) {
  const t = useTexts(mergingTexts);
  if (failure === undefined)
    return (
      <div className="duplicates" aria-hidden="true">
        <SkeletonBlock width="60%" />
        <SkeletonBlock width="100%" height={96} />
        <SkeletonBlock width="100%" height={96} />
      </div>
    );
  return <Failed failure={failure} title={t.duplicatesFailed} offline={t.offline} onRetry={onRetry} />;
}

/** Nothing there, as nobody has searched, or as there is nothing. */
function NoDoubles({ isSearched, onSearch }: { isSearched: boolean; onSearch: (() => void) | undefined }) {
  const t = useTexts(mergingTexts);
  if (isSearched)
    return (
      <StatePage icon="check-circle" title={t.noDoubles}>
        {t.noDoublesHint}
      </StatePage>
    );
  return (
    <StatePage
      icon="files"
      title={t.notSearched}
      action={
        onSearch === undefined ? undefined : (
          <Button kind="primary" icon="magnifying-glass" autoFocus onClick={onSearch}>
            {t.searchNow}
          </Button>
        )
      }
    >
      {t.notSearchedHint}
    </StatePage>
  );
}

/** How many there are, and as of when. */
function Standing({
  pairs,
  searchedAt,
  isSearching,
  onSearch,
}: {
  pairs: number;
  searchedAt: number | null;
  isSearching: boolean;
  onSearch: (() => void) | undefined;
}) {
  const t = useTexts(mergingTexts);
  const formats = useFormats();
  const now = useMinute();
  return (
    <div className="duplicates-standing">
      <p role="status">
        {pairs === 0 ? '' : <strong>{t.pairs(formats.number(pairs), pairs === 1)}</strong>}{' '}
        <span className="quiet">
          {isSearching ? t.searching : searchedAt === null ? '' : t.searchedAt(formats.short(searchedAt / 1000, now))}
        </span>
      </p>
      {onSearch === undefined || isSearching ? null : (
        <Button icon="arrow-clockwise" onClick={onSearch}>
          {t.searchAgain}
        </Button>
      )}
    </div>
  );
}

/** Begins to search, and says where that fails. */
function useSearchBegun(idoInstanceId: number): () => void {
  const t = useTexts(mergingTexts);
  const client = useClient();
  const { notices } = useShell();
  const search = (): void => {
    client.sendNow(recordCommands.findDuplicates, { idoInstanceId }).then(
      () => client.ask.touch([duplicatesKey(idoInstanceId)]),
      (error: unknown) =>
        notices.show({
          text: asFailure(error).kind === 'offline' ? t.offline : t.searchFailed,
          tone: 'fault',
          action: { label: t.retry, run: search },
        }),
    );
  };
  return search;
}

/** The groups that nobody has called different yet; what is decided on goes at once, and comes back where that fails. */
function useDecided(idoInstanceId: number, groups: readonly Group[]) {
  const markDifferent = useDifferent();
  const client = useClient();
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  return {
    list,
    shown: groups.filter((group) => !decided.has(keyOf(group))),
    decide: (group: Group, at: number): void => {
      const key = keyOf(group);
      setDecided(new Set([...decided, key]));
      markDifferent(
        idoInstanceId,
        group.records.map(({ idoId }) => idoId),
        () => {
          setDecided((all) => new Set([...all].filter((other) => other !== key)));
          client.ask.touch([duplicatesKey(idoInstanceId)]);
        },
      );
      // The button that was pressed goes with its group.
      requestAnimationFrame(() => {
        const left = list.current?.querySelectorAll<HTMLElement>('[data-group]');
        const next = left?.[Math.min(at, left.length - 1)];
        (next?.querySelector<HTMLElement>('[data-different]') ?? list.current)?.focus();
      });
    },
  };
}
