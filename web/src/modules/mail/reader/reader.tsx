import { stateOf } from '@kontor/contract/activity';
import { mailQueries, type MailDetail } from '@kontor/contract/mail';
import { Suspense, useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useClient } from '../../../client/react.tsx';
import { useKeys, useSettings, useShell, useSplit, useTexts } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { SkeletonBlock, Button, Callout, LoadingLine } from '../../../ui/parts.tsx';
import { ItemDetail, KIND_ICONS, activityTexts, useQuestion, useSeen } from '../../activity/index.tsx';
import { AnswerBar } from '../composer/answer-bar.tsx';
import { useAnswerBeneath, useAnswering } from '../composer/answering.ts';
import { writeAddress } from '../composer/address.ts';
import { isPrintKey } from '../parts/body.tsx';
import { MailHead } from '../parts/head.tsx';
import { usePrint } from '../parts/use-print.ts';
import { GonePage } from '../../../shell/failures/gone-page.tsx';
import { Comments, type Commented } from '../teamwork/comments.tsx';
import { TeamLine } from '../teamwork/team-line.tsx';
import { texts } from '../texts.ts';
import { ReaderBar } from './bar.tsx';
import { useFileActions } from './file-actions.tsx';
import { keyOf } from './key-of.ts';
import { MailLinks } from './links.tsx';
import { MailContent } from './mail.tsx';
import { readerTexts } from './texts.ts';
import { neighbourOf } from './thread-rules.ts';
import { ThreadMails } from './thread.tsx';
import { useRead, type Reading } from './use-read.ts';
import type { Thread } from './use-thread.ts';

const AnswerBeneath = lazily(() => import('../composer/answer-beneath.tsx').then((module) => module.AnswerBeneath));

/** A mail, with the thread that it belongs to. */
export function Reader({ aggregateId, address }: { aggregateId: string; address: string }) {
  const t = useTexts(texts);
  const wide = useSplit();
  const { navigator, tabs } = useShell();
  const close = (): void => (wide ? tabs.leave() : navigator.back());
  const gone = { icon: KIND_ICONS.email, title: t.gone, hint: t.goneHint };
  return (
    <ItemDetail aggregateId={aggregateId} modules={['email']} definition={mailQueries.details} gone={gone}>
      {({ details, isGone, stale }) =>
        // Taken away by a colleague, or with the right to it: what was read before is not theirs any more.
        isGone ? (
          <GonePage {...gone} wasKnown />
        ) : (
          <Read aggregateId={aggregateId} address={address} mail={details} wide={wide} onClose={close}>
            {stale}
          </Read>
        )
      }
    </ItemDetail>
  );
}

interface ReaderProps {
  readonly aggregateId: string;
  readonly address: string;
  readonly mail: MailDetail | undefined;
  readonly wide: boolean;
  readonly onClose: () => void;
  /** Stands between the bar and the mail. */
  readonly children: ReactNode;
}

function Read({ aggregateId, address, mail, wide, onClose, children }: ReaderProps) {
  const a = useTexts(activityTexts);
  const r = useTexts(readerTexts);
  const article = useRef<HTMLElement>(null);
  const reading = useRead(aggregateId, mail, onClose);
  const { thread, isThread, isWhole, subject, mail: about, row, doIt, doTo } = reading;
  const print = usePrint(about, row);
  usePrintKey(print.mail);
  const opened = keyOf(aggregateId);
  const answering = useAnswering(opened, subject);
  useSeen(opened, !isThread && mail !== undefined ? row?.status : undefined);
  // What is asked here is until when it is put off: all else is done at once.
  const [choose, question] = useQuestion(
    (action, _keys, end) => doIt(action, end),
    (keys) => keys,
  );
  const snooze = (): void => choose('snooze', reading.keys);
  useActKeys(reading, wide, { onClose, snooze });
  useKeys(
    answering === undefined
      ? {}
      : { r: answering.reply, A: answering.replyAll, F: answering.forward, E: answering.editAsNew },
  );
  useThreadKeys(thread, article);
  const others = (['ready', 'archive', 'delete'] as const).map((action) => ({
    key: `other ${action}`,
    label: isWhole ? r.onMail(a.actions[action]) : r.onThread(a.actions[action]),
    onSelect: () => void doTo(action, !isWhole),
  }));
  const asFile = useFileActions();
  const ofWhole =
    about === undefined
      ? []
      : asFile.of({
          aggregateId: about.aggregateId,
          storageKey: '',
          filename: `${about.subject || a.untitled.email}.eml`,
        });
  const ofThread = {
    isByHand: thread.isByHand,
    onPrint: () => void print.thread(thread.mails.map((one) => one.aggregateId)),
  };
  return (
    <>
      <ReaderBar
        archived={row?.archived ?? false}
        trashed={row?.trashed ?? false}
        wide={wide}
        aim={isThread ? (isWhole ? 'thread' : 'mail') : undefined}
        mayRemove={{
          trash: about?.sendState.userIsAuthorizedToDelete ?? true,
          spam: about?.sendState.userIsAuthorizedToSpam ?? true,
        }}
        answering={answering}
        menu={
          about === undefined
            ? undefined
            : {
                mail: about,
                answering,
                others: [...ofWhole, ...(isThread ? others : [])],
                thread: isThread ? ofThread : undefined,
                onPrint: print.mail,
              }
        }
        onAction={(action) => (action === 'snooze' ? snooze() : doIt(action))}
        onClose={onClose}
      />
      {children}
      {question}
      {asFile.dialog}
      <article className="reader" data-scrolls aria-busy={mail === undefined} ref={article}>
        {mail === undefined ? (
          <ReaderSkeleton />
        ) : (
          <>
            <ReadContent mail={mail} reading={reading} onPrint={print.mail} />
            <ReadComments mail={mail} reading={reading} />
            <AnswerBar answering={answering} opened={opened} />
          </>
        )}
      </article>
      {answering === undefined ? null : <Beneath opened={opened} address={address} onClose={onClose} />}
    </>
  );
}

/** The answer that is written beneath what is read, where there is one. */
function Beneath({ opened, address, onClose }: Pick<ReaderProps, 'address' | 'onClose'> & { opened: string }) {
  const { backToListWhenDone } = useSettings();
  const answer = useAnswerBeneath(opened);
  if (answer?.isShown !== true) return null;
  return (
    <Suspense fallback={<LoadingLine shown />}>
      <AnswerBeneath
        opened={opened}
        address={address}
        answer={answer}
        onDealtWith={() => (backToListWhenDone ? onClose() : undefined)}
      />
    </Suspense>
  );
}

/** What may have comments: the mail, or those of its thread. What is known of the mail itself is the newest. */
const commented = (mail: MailDetail, { thread, isThread }: Reading): readonly Commented[] => {
  const own = { aggregateId: mail.aggregateId, comments: mail.extras.comments, sender: senderOf(mail) };
  if (!isThread) return [own];
  return thread.mails.map((head) =>
    head.aggregateId === own.aggregateId
      ? own
      : { aggregateId: head.aggregateId, comments: head.comments, sender: senderOf(head) },
  );
};
const senderOf = (of: Pick<MailDetail, 'senderRealName' | 'senderAddress'>): string =>
  of.senderRealName || of.senderAddress;

/** The mail, or its thread under one subject. A thread that could not be had leaves the mail as it is. */
function ReadContent({ mail, reading, onPrint }: { mail: MailDetail; reading: Reading; onPrint: () => void }) {
  const r = useTexts(readerTexts);
  const client = useClient();
  const { tabs } = useShell();
  const { thread, isThread, isWhole, row, status, mail: about, doIt } = reading;
  const edit = (aggregateId: string): void =>
    tabs.open(writeAddress(client, { kind: 'editAsNew', aggregateId }), 'beside');
  if (isThread)
    return (
      <>
        <MailHead
          mail={mail}
          row={row}
          thread={{
            count: thread.mails.length,
            isWhole,
            state: status === undefined ? undefined : stateOf(status),
          }}
          onState={doIt}
        >
          {about === undefined ? null : <TeamLine key={about.aggregateId} mail={about} />}
        </MailHead>
        <ThreadMails thread={thread} acts={{ onPrint, onEdit: edit }} />
      </>
    );
  return (
    <>
      {thread.failure === undefined ? null : (
        <Callout icon="warning" action={<Button onClick={thread.retry}>{r.retry}</Button>}>
          {thread.failure.kind === 'offline' ? r.needsConnection : r.threadFailed}
        </Callout>
      )}
      <MailContent
        mail={mail}
        head={
          <MailHead mail={mail} row={row} onState={doIt}>
            <TeamLine key={mail.aggregateId} mail={mail} />
            <MailLinks mail={mail} isKeyed />
          </MailHead>
        }
        onPrint={onPrint}
        onEdit={() => edit(mail.aggregateId)}
      />
    </>
  );
}

/** What colleagues say about the mail, or about those of its thread. */
function ReadComments({ mail, reading }: { mail: MailDetail; reading: Reading }) {
  const manages = (reading.mail ?? mail).mailbox.manages;
  return <Comments mails={commented(mail, reading)} about={reading.subject} manages={manages} />;
}

/** What is done by a key. Beside a list the list's own keys do all this, unless a single mail of a thread was turned to. */
function useActKeys(
  { thread, isThread, isWhole, row, doIt }: Reading,
  wide: boolean,
  { onClose, snooze }: { readonly onClose: () => void; readonly snooze: () => void },
): void {
  const isOwn = !wide || (isThread && !isWhole && thread.current !== undefined);
  const isArchived = row?.archived === true;
  useKeys(
    isOwn
      ? {
          ...(wide ? {} : { Escape: onClose }),
          e: () => doIt('ready'),
          i: () => doIt('seen'),
          u: () => doIt('unseen'),
          a: () => doIt(isArchived ? 'dearchive' : 'archive'),
          b: snooze,
          '#': () => doIt('delete'),
        }
      : {},
  );
}

/** n and N turn to the next and the previous mail of a thread, and `;` opens all. */
function useThreadKeys(thread: Thread, article: RefObject<HTMLElement | null>): void {
  const turn = (by: 1 | -1): void => {
    const next = neighbourOf(thread.mails, thread.current, by);
    if (next === undefined) return;
    // Its line is there at once, also where it was folded away: the next key may be pressed before the next frame.
    flushSync(() => {
      thread.turnTo(next);
      thread.unfold();
    });
    const line = article.current?.querySelector(`[data-mail="${CSS.escape(next)}"]`);
    line?.querySelector<HTMLElement>('.thread-line')?.focus({ preventScroll: true });
    line?.scrollIntoView({ block: 'nearest' });
  };
  useKeys(thread.mails.length === 0 ? {} : { n: () => turn(1), N: () => turn(-1), ';': thread.openAll });
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

function ReaderSkeleton() {
  return (
    <div className="delayed" style={{ display: 'grid', gap: 14 }} aria-hidden="true">
      <SkeletonBlock width="62%" height={22} />
      <SkeletonBlock width="38%" />
      <SkeletonBlock width="30%" />
      <SkeletonBlock width="44%" />
      <SkeletonBlock width="100%" height={180} />
    </div>
  );
}
