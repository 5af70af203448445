import './mail.css';
import { mailQueries } from '@kontor/contract/mail';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Client } from '../../client/client.ts';
import type { Failure } from '../../client/failure.ts';
import { useAsk, useClient, useRow } from '../../client/react.tsx';
import {
  FaultId,
  Stale,
  useKeys,
  useSettings,
  useShell,
  useSplit,
  useTexts,
  type ScreenProps,
} from '../../shell/index.ts';
import { useGone } from '../../shell/use-gone.ts';
import { Menu } from '../../ui/menu.tsx';
import { Bone, Button, IconButton, LoadingLine, StatePage } from '../../ui/parts.tsx';
import { act, activityTexts, useAct } from '../activity/index.tsx';
import { Attachments } from './parts/attachments.tsx';
import { MailBody, isPrintKey } from './parts/body.tsx';
import { MailHead } from './parts/head.tsx';
import type { Inside } from './parts/headers.tsx';
import { isBlank, loadPurify } from './parts/sanitise.ts';
import { downloadSource } from './parts/source.ts';
import { usePrint } from './parts/use-print.ts';
import { Warnings } from './parts/warnings.tsx';
import { Unreadable } from './parts/unreadable.tsx';
import { texts } from './texts.ts';
import { lazily } from '../../ui/lazily.tsx';

const MailInside = lazily(() => import('./parts/headers.tsx').then((module) => module.MailInside));

/** Asks for a mail that will probably be opened next. */
export const prepareMail = (client: Client, aggregateId: string): void =>
  client.ask.prepare(mailQueries.details, { aggregateId });

/** Loads what the first mail would otherwise have to wait for. */
export const warmReader = (): void => void loadPurify();

const isTaken = (failure: Failure | undefined): boolean => failure?.status === 404 || failure?.status === 403;

/** Whether an item leaves the list that it was opened from. */
const isGoneAfter = (action: string): boolean => action === 'delete' || action === 'spam' || action === 'restore';

/** How long a mail is looked at before it counts as seen, in milliseconds. */
const SEEN_MS = 400;

/** One mail. */
export function MailDetailScreen({ params }: ScreenProps) {
  const aggregateId = params['id'] ?? '';
  const id = parseAggregateId(aggregateId);
  if (id === undefined || id.module !== 'email') return <Gone />;
  return <Reader aggregateId={aggregateId} itemId={itemKey(id)} />;
}

function Reader({ aggregateId, itemId }: { aggregateId: string; itemId: string }) {
  const t = useTexts(texts);
  const { navigator, tabs } = useShell();
  const wide = useSplit();
  const { backToListWhenDone } = useSettings();
  const { data: mail, failure, isFetching, at, retry } = useAsk(mailQueries.details, { aggregateId });
  const row = useRow(itemId);
  const perform = useAct();
  const print = usePrint(mail, row);
  usePrintKey(print);
  useSeen(itemId, mail !== undefined && row?.status === 1);

  const close = (): void => (wide ? tabs.leave() : navigator.back());
  const doIt = (action: Parameters<typeof perform>[0]): void => {
    perform(action, [itemId]);
    if (action === 'ready' ? backToListWhenDone : isGoneAfter(action)) close();
  };
  // Beside a list the list's own keys do all this.
  useKeys(
    wide
      ? {}
      : {
          Escape: close,
          e: () => doIt('ready'),
          i: () => doIt('seen'),
          u: () => doIt('unseen'),
          a: () => doIt(row?.archived ? 'dearchive' : 'archive'),
          '#': () => doIt('delete'),
        },
  );

  // Taken away by a colleague, or with the right to it: what was read before is not theirs any more.
  if (isTaken(failure)) return <Gone />;
  if (mail === undefined && failure !== undefined) {
    return (
      <StatePage
        icon={failure.kind === 'offline' ? 'cloud-slash' : 'warning'}
        title={t.failed}
        action={<Button onClick={retry}>{t.retry}</Button>}
      >
        {failure.kind === 'offline' ? t.failedOffline : t.failedHint} <FaultId failure={failure} />
      </StatePage>
    );
  }
  return (
    <>
      <LoadingLine shown={isFetching} />
      <ReaderBar
        aggregateId={aggregateId}
        archived={row?.archived ?? false}
        trashed={row?.trashed ?? false}
        wide={wide}
        onPrint={print}
        onAction={doIt}
        onClose={close}
      />
      {mail === undefined ? null : <Stale at={at} failure={failure} onRetry={retry} />}
      <article className="reader" data-scrolls aria-busy={mail === undefined}>
        {mail === undefined ? (
          <ReaderSkeleton />
        ) : (
          <>
            <Warnings warnings={mail.warnings} />
            <MailHead mail={mail} row={row} onState={doIt} />
            <Attachments
              aggregateId={aggregateId}
              attachments={mail.mailModelAttachments.filter((file) => file['content-disposition'] === 'attachment')}
            />
            {mail.unreadable ? <Unreadable key={aggregateId} mail={mail} /> : null}
            {mail.unreadable && mail.readableContentHTML === '' ? null : isBlank(mail.readableContentHTML) ? (
              <p className="quiet">{t.noContent}</p>
            ) : (
              <MailBody
                key={aggregateId}
                aggregateId={aggregateId}
                html={mail.readableContentHTML}
                externalImages={mail.externalImages}
                title={t.body}
                sender={mail.warnings.length === 0 ? mail.senderAddress.toLowerCase() : ''}
                onPrint={print}
              />
            )}
          </>
        )}
      </article>
    </>
  );
}

/** The browser's own key for printing prints the mail instead of the screen around it. */
function usePrintKey(print: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPrintKey(event)) return;
    event.preventDefault();
    print();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Looking at a new mail takes it into process, once; setting it back to New while it is open is respected. */
function useSeen(itemId: string, isNew: boolean): void {
  const client = useClient();
  const done = useRef('');
  useEffect(() => {
    if (!isNew || done.current === itemId) return undefined;
    const timer = setTimeout(() => {
      done.current = itemId;
      act(client, 'seen', [itemId]);
    }, SEEN_MS);
    return () => clearTimeout(timer);
  }, [client, itemId, isNew]);
}

function ReaderBar({
  aggregateId,
  archived,
  trashed,
  wide,
  onPrint,
  onAction,
  onClose,
}: {
  aggregateId: string;
  archived: boolean;
  trashed: boolean;
  wide: boolean;
  onPrint: () => void;
  onAction: (action: 'archive' | 'dearchive' | 'delete' | 'restore' | 'spam') => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const a = useTexts(activityTexts);
  const client = useClient();
  const more = useRef<HTMLSpanElement>(null);
  const [menu, setMenu] = useState<DOMRect>();
  const { notices } = useShell();
  const [inside, setInside] = useState<Inside>();
  return (
    <div className="toolbar reader-bar" role="toolbar" aria-label={t.more}>
      {wide ? null : <IconButton icon="arrow-left" label={t.back} hotkey="Escape" onClick={onClose} />}
      <span className="grow" />
      <IconButton
        icon="archive"
        fill={archived}
        label={archived ? a.actions.dearchive : a.actions.archive}
        hotkey="a"
        aria-pressed={archived}
        onClick={() => onAction(archived ? 'dearchive' : 'archive')}
      />
      {trashed ? (
        <IconButton
          icon="arrow-counter-clockwise"
          label={a.actions.restore}
          hotkey="#"
          onClick={() => onAction('restore')}
        />
      ) : (
        <>
          <IconButton icon="trash" label={a.actions.delete} hotkey="#" onClick={() => onAction('delete')} />
          <IconButton icon="warning-octagon" label={a.actions.spam} onClick={() => onAction('spam')} />
        </>
      )}
      <span ref={more}>
        <IconButton
          icon="dots-three-vertical"
          label={t.more}
          onClick={() => setMenu(more.current?.getBoundingClientRect())}
        />
      </span>
      {wide ? <IconButton icon="x" label={t.close} hotkey="Escape" onClick={onClose} /> : null}
      {menu === undefined ? null : (
        <Menu
          label={t.more}
          anchor={menu}
          onClose={() => setMenu(undefined)}
          items={[
            { key: 'print', label: t.print, icon: 'printer', hint: t.printKey, onSelect: onPrint },
            { key: 'headers', label: t.headers, icon: 'list', onSelect: () => setInside('headers') },
            { key: 'source', label: t.sourceText, icon: 'file-text', onSelect: () => setInside('source') },
            {
              key: 'download',
              label: t.source,
              icon: 'download-simple',
              onSelect: () => void downloadSource(client, notices, t, aggregateId),
            },
          ]}
        />
      )}
      {inside === undefined ? null : (
        <Suspense fallback={<LoadingLine shown />}>
          <MailInside aggregateId={aggregateId} first={inside} onClose={() => setInside(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function ReaderSkeleton() {
  return (
    <div className="delayed" style={{ display: 'grid', gap: 14 }} aria-hidden="true">
      <Bone width="62%" height={22} />
      <Bone width="38%" />
      <Bone width="30%" />
      <Bone width="44%" />
      <Bone width="100%" height={180} />
    </div>
  );
}

function Gone() {
  const t = useTexts(texts);
  useGone();
  return (
    <StatePage icon="envelope-simple" title={t.gone}>
      {t.goneHint}
    </StatePage>
  );
}
