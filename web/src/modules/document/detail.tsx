import './document.css';
import { documentQueries, type DocumentDetail } from '@kontor/contract/document';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { useState, type ReactNode } from 'react';
import type { Client } from '../../client/client.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { href, useKeys, useShell, useSplit, useTexts, type ScreenProps } from '../../shell/index.ts';
import { GonePage } from '../../shell/failures/gone-page.tsx';
import { useGone } from '../../shell/failures/use-gone.ts';
import { Requested } from '../../ui/held-keys.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { SkeletonBlock, Callout } from '../../ui/parts.tsx';
import { ItemDetail, KIND_ICONS, useItemActs, useSeen, type ItemActs } from '../activity/index.tsx';
import { beginFiling } from './filing-state.ts';
import { DocumentBar } from './bar.tsx';
import { DocumentContent } from './content.tsx';
import { texts } from './texts.ts';
import { useDownload } from './use-download.ts';

const DocumentHistory = lazily(() => import('./history.tsx').then((module) => module.DocumentHistory));
const DocumentForm = lazily(() => import('./form.tsx').then((module) => module.DocumentForm));

/** Asks for a document that will probably be opened next. */
export const prepareDocument = (client: Client, aggregateId: string): void =>
  client.ask.prepare(documentQueries.details, { aggregateId });

/** One document. */
export function DocumentDetailScreen({ params }: ScreenProps) {
  const t = useTexts(texts);
  const aggregateId = params['id'] ?? '';
  const gone = { icon: KIND_ICONS.document, title: t.gone, hint: t.goneHint };
  return (
    <ItemDetail aggregateId={aggregateId} modules={['document']} definition={documentQueries.details} gone={gone}>
      {({ details, isGone, stale, retry }) =>
        // What the person writes about it stays to be seen when it is taken away; who only reads it has nothing left there.
        isGone && details?.changeable !== true ? (
          <GonePage {...gone} wasKnown />
        ) : (
          <Shown
            aggregateId={aggregateId}
            details={details}
            isGone={isGone}
            isEditWanted={params['editOrView'] === 'edit'}
            gone={<GonePage {...gone} wasKnown />}
            onChanged={retry}
          >
            {stale}
          </Shown>
        )
      }
    </ItemDetail>
  );
}

function Shown({
  aggregateId,
  details,
  isGone,
  isEditWanted,
  gone,
  onChanged,
  children,
}: {
  aggregateId: string;
  details: DocumentDetail | undefined;
  isGone: boolean;
  isEditWanted: boolean;
  /** In the place of one that is gone. */
  gone: ReactNode;
  onChanged: () => void;
  /** Stands between the bar and the document. */
  children: ReactNode;
}) {
  const id = parseAggregateId(aggregateId);
  const itemId = id === undefined ? '' : itemKey(id);
  const wide = useSplit();
  const { navigator, tabs } = useShell();
  const download = useDownload(aggregateId);
  const [isEdited, setEdited] = useState(isEditWanted);
  const [shown, setShown] = useState<number>();
  const close = (): void => (wide ? tabs.leave() : navigator.back());
  const mayDelete = details?.documentMayBeDeleted === true;
  const acts = useItemActs(itemId, { close, isKeyed: !wide && !isEdited, mayDelete });
  const { row, isTrashed, doIt } = acts;
  useSeen(itemId, details === undefined ? undefined : row?.status);
  const mayChange = details?.changeable === true && !isTrashed;
  // What is written stays, also when a colleague throws the document away.
  const isEditing = isEdited && details?.changeable === true;
  const edit = (): void => setEdited(true);
  useKeys(mayChange && !isEditing ? { E: edit } : {});
  // Taken away by a colleague, or with the right to it: what was seen before is not theirs any more, what they write still is.
  if (isGone && !isEditing) return gone;
  return (
    <>
      {isGone ? (
        <GoneWhile />
      ) : (
        <Actions
          wide={wide}
          details={details}
          acts={acts}
          mayDelete={mayDelete}
          mayChange={mayChange}
          onOpen={() => setShown(0)}
          onDownload={(filename) => void download(filename, null)}
          onEdit={isEditing ? undefined : edit}
          onClose={close}
        />
      )}
      {children}
      {acts.question}
      <article className="document" data-scrolls aria-busy={details === undefined}>
        {details === undefined ? (
          <Skeleton />
        ) : (
          <DocumentContent
            details={details}
            row={row}
            shown={shown}
            isGone={isGone}
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

/** The bar, with what can be done by this person now. */
function Actions({
  wide,
  details,
  acts,
  mayDelete,
  mayChange,
  onOpen,
  onDownload,
  onEdit,
  onClose,
}: {
  wide: boolean;
  details: DocumentDetail | undefined;
  acts: ItemActs;
  mayDelete: boolean;
  mayChange: boolean;
  onOpen: () => void;
  onDownload: (filename: string) => void;
  onEdit: (() => void) | undefined;
  onClose: () => void;
}) {
  const client = useClient();
  const { tabs } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const shared = { wide, acts, mayDelete, onClose };
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  if (details === undefined) return <DocumentBar {...shared} />;
  const { aggregateId, title, filename, filesize } = details;
  const attach = (): void => {
    const query = new URLSearchParams({
      draft: client.env.newId(),
      attach: aggregateId,
      file: filename,
      bytes: String(filesize),
    });
    tabs.open(`${href('mailSend', {})}?${query.toString()}`, 'beside');
  };
  return (
    <>
      <DocumentBar
        {...shared}
        onHistory={() => setHistoryOpen(true)}
        onOpen={onOpen}
        onDownload={() => onDownload(filename)}
        {...(mayChange && onEdit !== undefined ? { onEdit } : {})}
        {...(mayChange ? { onVersion: (files) => beginFiling({ files, version: { aggregateId, title } }) } : {})}
        {...(mayWrite && !acts.isTrashed ? { onAttach: attach } : {})}
      />
      {isHistoryOpen ? (
        <Requested>
          <DocumentHistory details={details} onClose={() => setHistoryOpen(false)} />
        </Requested>
      ) : null}
    </>
  );
}

/** Says that what is being written has lost its document. */
function GoneWhile() {
  const t = useTexts(texts);
  useGone();
  return (
    <Callout tone="fault" icon="warning">
      {t.gone}. {t.goneWhile}
    </Callout>
  );
}

function Skeleton() {
  return (
    <div className="delayed document-skeleton" aria-hidden="true">
      <SkeletonBlock width="62%" height={22} />
      <SkeletonBlock width="38%" />
      <SkeletonBlock width="44%" />
      <SkeletonBlock width="100%" height={320} />
    </div>
  );
}
