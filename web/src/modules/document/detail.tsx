import './document.css';
import { documentQueries, type DocumentDetail } from '@kontor/contract/document';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { useState, type ReactNode } from 'react';
import type { Client } from '../../client/client.ts';
import { useAsk, useClient, useRow, useValue } from '../../client/react.tsx';
import {
  FaultId,
  Stale,
  href,
  useKeys,
  useSettings,
  useShell,
  useSplit,
  useTexts,
  type ScreenProps,
} from '../../shell/index.ts';
import { useGone } from '../../shell/use-gone.ts';
import { lazily } from '../../ui/lazily.tsx';
import { Bone, Button, LoadingLine, StatePage } from '../../ui/parts.tsx';
import { useAct, useQuestion, useSeen, type Choice, type SnoozeEnd } from '../activity/index.tsx';
import { beginFiling } from './asked.ts';
import { DocumentBar } from './bar.tsx';
import { DocumentContent } from './content.tsx';
import { texts } from './texts.ts';
import { useDownload } from './use-download.ts';

const DocumentForm = lazily(() => import('./form.tsx').then((module) => module.DocumentForm));

/** Asks for a document that will probably be opened next. */
export const prepareDocument = (client: Client, aggregateId: string): void =>
  client.ask.prepare(documentQueries.details, { aggregateId });

/** One document. */
export function DocumentDetailScreen({ params }: ScreenProps) {
  const aggregateId = params['id'] ?? '';
  const id = parseAggregateId(aggregateId);
  if (id === undefined || id.module !== 'document') return <Gone />;
  // Another document in the same place begins anew.
  return (
    <Opened
      key={aggregateId}
      aggregateId={aggregateId}
      itemId={itemKey(id)}
      isEditWanted={params['editOrView'] === 'edit'}
    />
  );
}

interface Place {
  readonly aggregateId: string;
  /** Key of its list entry. */
  readonly itemId: string;
}

function Opened({ isEditWanted, ...place }: Place & { isEditWanted: boolean }) {
  const t = useTexts(texts);
  const { aggregateId } = place;
  const asked = useAsk(documentQueries.details, { aggregateId });
  const { data, failure, isFetching, at, retry } = asked;
  // Taken away by a colleague, or with the right to it: what was seen before is not theirs any more.
  if (failure?.status === 404 || failure?.status === 403) return <Gone />;
  if (data === undefined && failure !== undefined)
    return (
      <StatePage
        icon={failure.kind === 'offline' ? 'cloud-slash' : 'warning'}
        title={t.failed}
        action={<Button onClick={retry}>{t.retry}</Button>}
      >
        {failure.kind === 'offline' ? t.failedOffline : t.failedHint} <FaultId failure={failure} />
      </StatePage>
    );
  return (
    <>
      <LoadingLine shown={isFetching} />
      <Shown {...place} details={data} isEditWanted={isEditWanted} onChanged={retry}>
        {data === undefined ? null : <Stale at={at} failure={failure} onRetry={retry} />}
      </Shown>
    </>
  );
}

function Gone() {
  const t = useTexts(texts);
  useGone();
  return (
    <StatePage icon="file-text" title={t.gone}>
      {t.goneHint}
    </StatePage>
  );
}

/** Whether an item leaves the list that it was opened from. */
const isGoneAfter = (action: Choice): boolean => ['delete', 'restore', 'snooze'].includes(action);

/** What is done to a document as to every item, by its bar and by keys. `isKeyed`: beside a list the list's own keys do it. */
function useItemActs(itemId: string, close: () => void, isKeyed: boolean, mayDelete: boolean) {
  const { backToListWhenDone } = useSettings();
  const row = useRow(itemId);
  const perform = useAct();
  const doIt = (action: Parameters<typeof perform>[0], end?: SnoozeEnd): void => {
    perform(action, [itemId], end);
    if (action === 'ready' ? backToListWhenDone : isGoneAfter(action)) close();
  };
  const [choose, question] = useQuestion(
    (action, _keys, end) => doIt(action, end),
    (keys) => keys,
  );
  const snooze = (): void => choose('snooze', [itemId]);
  const isArchived = row?.archived === true;
  const isTrashed = row?.trashed === true;
  useKeys(
    isKeyed
      ? {
          Escape: close,
          e: () => doIt('ready'),
          i: () => doIt('seen'),
          u: () => doIt('unseen'),
          a: () => doIt(isArchived ? 'dearchive' : 'archive'),
          b: snooze,
          ...(mayDelete ? { '#': () => doIt(isTrashed ? 'restore' : 'delete') } : {}),
        }
      : {},
  );
  return { row, isArchived, isTrashed, doIt, snooze, question };
}

function Shown({
  aggregateId,
  itemId,
  details,
  isEditWanted,
  onChanged,
  children,
}: Place & {
  details: DocumentDetail | undefined;
  isEditWanted: boolean;
  onChanged: () => void;
  /** Stands between the bar and the document. */
  children: ReactNode;
}) {
  const client = useClient();
  const wide = useSplit();
  const { navigator, tabs } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const download = useDownload(aggregateId);
  const [isEdited, setEdited] = useState(isEditWanted);
  const [shown, setShown] = useState<number>();
  const close = (): void => (wide ? tabs.leave() : navigator.back());
  const mayDelete = details?.documentMayBeDeleted === true;
  const acts = useItemActs(itemId, close, !wide && !isEdited, mayDelete);
  const { row, isArchived, isTrashed, doIt, snooze, question } = acts;
  useSeen(itemId, details === undefined ? undefined : row?.status);
  const mayChange = details?.changeable === true && !isTrashed;
  // What is written stays, also when a colleague throws the document away.
  const isEditing = isEdited && details?.changeable === true;
  const edit = (): void => setEdited(true);
  const open = (): void => setShown(0);
  const attach = (): void => {
    const query = new URLSearchParams({ draft: client.env.newId(), attach: aggregateId });
    tabs.open(`${href('mailSend', {})}?${query.toString()}`, 'beside');
  };
  useKeys(mayChange && !isEditing ? { E: edit } : {});
  return (
    <>
      <DocumentBar
        wide={wide}
        archived={isArchived}
        trashed={isTrashed}
        mayDelete={mayDelete}
        onClose={close}
        onAction={(action) => (action === 'snooze' ? snooze() : doIt(action))}
        {...(details === undefined ? {} : { onOpen: open, onDownload: () => void download(details.filename, null) })}
        {...(mayChange && !isEditing ? { onEdit: edit } : {})}
        {...(mayChange
          ? { onVersion: (files) => beginFiling({ files, version: { aggregateId, title: details.title } }) }
          : {})}
        {...(mayWrite && details !== undefined && !isTrashed ? { onAttach: attach } : {})}
      />
      {children}
      {question}
      <article className="document" data-scrolls aria-busy={details === undefined}>
        {details === undefined ? (
          <Skeleton />
        ) : (
          <DocumentContent
            details={details}
            row={row}
            shown={shown}
            form={
              isEditing ? (
                <DocumentForm details={details} onSaved={onChanged} onClose={() => setEdited(false)} />
              ) : undefined
            }
            onShow={setShown}
            onState={doIt}
            onDownload={download}
          />
        )}
      </article>
    </>
  );
}

function Skeleton() {
  return (
    <div className="delayed document-bones" aria-hidden="true">
      <Bone width="62%" height={22} />
      <Bone width="38%" />
      <Bone width="44%" />
      <Bone width="100%" height={320} />
    </div>
  );
}
