import '../record.css';
import './deleted.css';
import { DELETED_PAGE, RESTORABLE_DAYS, recordQueries, type DeletedRecord } from '@kontor/contract/record';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { FaultId, useFormats, useLanguage, useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button, LoadingLine, StatePage } from '../../../ui/parts.tsx';
import { KindDot } from '../link-line.tsx';
import { Pages } from '../pages.tsx';
import { restore } from '../restoring.ts';
import { useKinds } from '../use-kinds.ts';
import { comingBack } from '../waiting.ts';
import { deletedTexts } from './texts.ts';

/** Until what is typed is looked for. */
const WAIT_MS = 150;

/** The records of a kind, or of all, that were deleted and can be brought back. */
export function DeletedDialog({ idoInstanceId, onClose }: { idoInstanceId: number | undefined; onClose: () => void }) {
  const t = useTexts(deletedTexts);
  const kind = useKinds()?.find(({ ID }) => ID === idoInstanceId);
  const [typed, setTyped] = useState('');
  const [{ query, page }, setShown] = useState({ query: '', page: 1 });
  useEffect(() => {
    const timer = setTimeout(
      () => setShown((shown) => (shown.query === typed.trim() ? shown : { query: typed.trim(), page: 1 })),
      WAIT_MS,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  const answer = useAsk(recordQueries.deleted, {
    query,
    page,
    ...(idoInstanceId === undefined ? {} : { idoInstanceId }),
  });
  // What stood there stays until there is something else, so that nothing jumps while somebody types.
  const [data, setData] = useState(answer.data);
  if (answer.data !== undefined && answer.data !== data) setData(answer.data);
  const { list, shown, bringBack } = useBroughtBack(data?.records ?? []);
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / DELETED_PAGE));
  // What stood on the last page is back.
  if (answer.data !== undefined && page > pages) setShown({ query, page: pages });
  return (
    <Dialog title={kind === undefined ? t.title : t.titleOf(kind.Name)} closeLabel={t.close} size="l" onClose={onClose}>
      <LoadingLine shown={answer.isFetching} />
      <div className="deleted-records" ref={list} tabIndex={-1}>
        <p className="quiet">{t.intro(RESTORABLE_DAYS)}</p>
        <TextField
          label={t.search}
          type="search"
          autoFocus
          maxLength={200}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {answer.failure !== undefined && answer.data === undefined ? (
          <Failed failure={answer.failure} onRetry={answer.retry} />
        ) : data === undefined ? (
          <div aria-hidden="true">
            <SkeletonBlock width="100%" height={52} />
            <SkeletonBlock width="100%" height={52} />
          </div>
        ) : (
          <>
            <div className="deleted-head">
              <span className="quiet" role="status">
                {t.count(data.count)}
              </span>
              {shown.length > 1 ? (
                <Button kind="plain" icon="arrow-counter-clockwise" onClick={() => bringBack(shown)}>
                  {t.bringAllBack(shown.length)}
                </Button>
              ) : null}
            </div>
            {data.count === 0 ? (
              <StatePage icon={query === '' ? 'trash' : 'magnifying-glass'} title={query === '' ? t.none : t.notFound}>
                {query === '' ? t.noneHint : t.notFoundHint}
              </StatePage>
            ) : (
              <ul>
                {shown.map((record) => (
                  <Line
                    key={record.idoId}
                    record={record}
                    hasKind={idoInstanceId === undefined}
                    onBringBack={() => bringBack([record])}
                  />
                ))}
              </ul>
            )}
            {pages > 1 ? (
              <Pages label={t.pages} page={page} pages={pages} onPage={(next) => setShown({ query, page: next })} />
            ) : null}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Line({
  record,
  hasKind,
  onBringBack,
}: {
  record: DeletedRecord;
  /** Whether its kind is told. */
  hasKind: boolean;
  onBringBack: () => void;
}) {
  const t = useTexts(deletedTexts);
  const formats = useFormats();
  const now = useMinute();
  const name = record.displayName || t.unnamed;
  return (
    <li>
      <KindDot color={record.instanceColor} />
      <span className="deleted-name">
        {name}
        <span className="quiet small">
          {hasKind ? `${record.instanceTitle} · ` : ''}
          {t.by(formats.short(record.deletedTimestamp / 1000, now), record.deletedBy)}
        </span>
      </span>
      <Button data-back aria-label={t.bringBackOf(name)} onClick={onBringBack}>
        {t.bringBack}
      </Button>
    </li>
  );
}

function Failed({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const t = useTexts(deletedTexts);
  const isOffline = failure.kind === 'offline';
  return (
    <StatePage
      icon={isOffline ? 'cloud-slash' : 'warning'}
      title={t.failed}
      action={<Button onClick={onRetry}>{t.retry}</Button>}
    >
      {isOffline ? t.offline : <FaultId failure={failure} />}
    </StatePage>
  );
}

/** Those of some deleted records that are not brought back yet. They go at once, and stand there again where that fails. */
function useBroughtBack(records: readonly DeletedRecord[]) {
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const waiting = comingBack(useValue(client.waiting));
  const [back, setBack] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  return {
    list,
    shown: records.filter(({ idoId }) => !back.has(idoId) && !waiting.has(idoId)),
    bringBack: (some: readonly DeletedRecord[]): void => {
      const ids = new Set(some.map(({ idoId }) => idoId));
      const at = records.findIndex(({ idoId }) => ids.has(idoId));
      setBack((all) => new Set([...all, ...ids]));
      void restore({ client, notices, language }, some).then(() =>
        setBack((all) => new Set([...all].filter((id) => !ids.has(id)))),
      );
      // The button that was pressed goes with its line.
      requestAnimationFrame(() => {
        const left = list.current?.querySelectorAll<HTMLElement>('[data-back]');
        (left?.[Math.min(at, left.length - 1)] ?? list.current)?.focus();
      });
    },
  };
}
