import './thread.css';
import { stateOf, type ListEntry } from '@kontor/contract/activity';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useRow } from '../../../client/react.tsx';
import { Portrait, useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { SkeletonBlock, Button, Callout, Icon } from '../../../ui/parts.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { BesideLink, KIND_ICONS, NEW, activityTexts, kindColour, useSeen } from '../../activity/index.tsx';
import { MailFacts } from '../parts/head.tsx';
import { teamTexts } from '../teamwork/texts.ts';
import { useDetails } from './details.ts';
import { MailLinks } from './links.tsx';
import { MailContent } from './mail.tsx';
import { readerTexts } from './texts.ts';
import type { Head, Thread } from './use-thread.ts';
import { keyOf } from './key-of.ts';

interface Acts {
  readonly onPrint: () => void;
  readonly onEdit: (aggregateId: string) => void;
}

/** How far from what is seen the text of a mail is made, in pixels. */
const NEAR = '1200px 0px';

/** The mails of a thread: open ones whole, the others as lines, and what else happened between them. */
export function ThreadMails({ thread, acts }: { thread: Thread; acts: Acts }) {
  const t = useTexts(readerTexts);
  return (
    <ol className="thread" aria-label={t.threadList}>
      {thread.items.map((item, index) =>
        item.kind === 'fold' ? (
          <li key={`fold ${index}`}>
            <button type="button" className="thread-fold" onClick={thread.unfold}>
              <Icon name="caret-right" small />
              {item.isMailsAlone ? t.older(item.count) : t.olderOfAll(item.count)}
            </button>
          </li>
        ) : item.kind === 'other' ? (
          <OtherLine key={item.other.aggregateId} other={item.other} />
        ) : (
          <ThreadMail
            key={item.mail.aggregateId}
            head={item.mail}
            isOpen={item.kind === 'open'}
            isCurrent={thread.current === item.mail.aggregateId}
            thread={thread}
            acts={acts}
          />
        ),
      )}
    </ol>
  );
}

/** What happened about the thread's records while its mails were written: a memo, a document, a call. */
function OtherLine({ other }: { other: ListEntry }) {
  const a = useTexts(activityTexts);
  const formats = useFormats();
  const now = useMinute();
  const { aggregateId, moduleName, information, contact, timestamp } = other;
  const status = useRow(keyOf(aggregateId))?.status ?? other.groupedStatus.calculated;
  return (
    <li>
      <BesideLink
        className="thread-other"
        moduleName={moduleName}
        aggregateId={aggregateId}
        title={formats.full(timestamp)}
      >
        <span className="kind-tile" style={kindColour(moduleName)}>
          <Icon name={KIND_ICONS[moduleName]} small label={a.kinds[moduleName]} />
        </span>
        <span className="thread-names">{information.trim() || a.untitled[moduleName]}</span>
        <span className="thread-preview quiet">{contact}</span>
        <StatusMark status={status} label={a.states[stateOf(status)]} />
        <time className="row-time">{formats.short(timestamp, now)}</time>
      </BesideLink>
    </li>
  );
}

/** Whether an element is near to what is seen. It begins with what is not, so that nothing is made for nothing. */
function useNear(element: RefObject<HTMLElement | null>, isWatched: boolean): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (!isWatched || watched === null) return undefined;
    const root = watched.closest('.reader');
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root,
      rootMargin: NEAR,
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, isWatched]);
  return isNear;
}

function ThreadMail({
  head,
  isOpen,
  isCurrent,
  thread,
  acts,
}: {
  head: Head;
  isOpen: boolean;
  isCurrent: boolean;
  thread: Thread;
  acts: Acts;
}) {
  const t = useTexts(readerTexts);
  const a = useTexts(activityTexts);
  const team = useTexts(teamTexts);
  const formats = useFormats();
  const now = useMinute();
  const lineRef = useRef<HTMLLIElement>(null);
  const isNear = useNear(lineRef, isOpen);
  const { aggregateId } = head;
  const itemId = keyOf(aggregateId);
  const status = useRow(itemId)?.status ?? head.status;
  useSeen(itemId, isOpen && isNear && status === NEW ? status : undefined);
  const sender = head.senderRealName || head.senderAddress || t.nobody;
  return (
    <li
      ref={lineRef}
      className="thread-mail"
      data-mail={aggregateId}
      data-open={isOpen}
      data-current={isCurrent}
      onFocus={() => (isOpen ? thread.turnTo(aggregateId) : undefined)}
    >
      <button
        type="button"
        className="thread-line"
        aria-expanded={isOpen}
        title={isOpen ? t.close : t.open}
        onClick={() => thread.toggle(aggregateId)}
      >
        <Icon name={isOpen ? 'caret-down' : 'caret-right'} small />
        <Portrait name={sender} picture={null} size="s" isGuest={head.direction === 'incoming'} />
        <span className="thread-names">
          <strong data-new={status === 1}>{sender}</strong>{' '}
          <span className="quiet">{head.receivers === '' ? '' : t.to(head.receivers)}</span>
        </span>
        {isOpen ? null : <span className="thread-preview quiet">{head.preview}</span>}
        <span className="thread-marks">
          {head.trashed ? <Icon name="trash" small label={t.trashed} /> : null}
          {head.claimedBy === null ? null : (
            <span role="img" aria-label={team.claimedBy(head.claimedBy)} title={team.claimedBy(head.claimedBy)}>
              <Portrait name={head.claimedBy} picture={null} size="s" />
            </span>
          )}
          {head.comments === 0 ? null : <Icon name="chat-text" small label={team.comments(head.comments)} />}
          {head.hasAttachments ? <Icon name="paperclip" small label={t.files} /> : null}
          <StatusMark status={status} label={a.states[stateOf(status)]} />
        </span>
        <time className="row-time">{formats.short(head.timestamp, now)}</time>
      </button>
      {isOpen ? (
        <OpenMail head={head} isNear={isNear} isTarget={thread.target.mail === aggregateId} acts={acts} />
      ) : null}
    </li>
  );
}

/** A mail of a thread that is open. Its text is there while it is near; what is left of it otherwise is its height. */
function OpenMail({
  head: { aggregateId },
  isNear,
  isTarget,
  acts,
}: {
  head: Head;
  isNear: boolean;
  /** Whether it is the one that is acted on. */
  isTarget: boolean;
  acts: Acts;
}) {
  const t = useTexts(readerTexts);
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const { data: mail, failure, retry } = useDetails(aggregateId, isNear);
  const row = useRow(keyOf(aggregateId));
  useEffect(() => {
    const element = box.current;
    if (element === null || !isNear || mail === undefined) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear, mail]);
  if (mail === undefined || !isNear)
    return (
      <div className="thread-open" style={{ minHeight: height }}>
        {failure !== undefined && isNear ? (
          <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
            {failure.kind === 'offline' ? t.needsConnection : t.mailFailed}
          </Callout>
        ) : (
          <div className="delayed" aria-hidden="true">
            <SkeletonBlock width="100%" height={120} />
          </div>
        )}
      </div>
    );
  return (
    <div className="thread-open" ref={box}>
      <MailContent
        mail={mail}
        head={
          <>
            <MailFacts mail={mail} row={row} />
            <MailLinks mail={mail} isKeyed={isTarget} />
          </>
        }
        onPrint={acts.onPrint}
        onEdit={() => acts.onEdit(aggregateId)}
      />
    </div>
  );
}
