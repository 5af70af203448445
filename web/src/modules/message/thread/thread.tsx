import './thread.css';
import '../written.css';
import { itemKeyOf } from '@kontor/contract/kernel';
import type { MessageDetail, MessageText } from '@kontor/contract/message';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import type { NoteRecords } from '../../../editor/index.ts';
import {
  useKeys,
  useLanguage,
  useMinute,
  useSettings,
  useShell,
  useSplit,
  useTexts,
  useZone,
} from '../../../shell/index.ts';
import { useAnswerWanted } from '../../../shell/background/answers.ts';
import { LOCALES } from '../../../shell/language.ts';
import { copyText } from '../../../ui/copy.ts';
import { Button } from '../../../ui/parts.tsx';
import { useSteady } from '../../../ui/use-steady.ts';
import { markUnread, say } from './acts.ts';
import { Composer } from './composer.tsx';
import { FindTexts } from './find.tsx';
import { wordsOfText } from './html.tsx';
import { peopleTexts } from '../people/texts.ts';
import { PendingItem } from './pending.tsx';
import { WaitingItem } from './waiting.tsx';
import { blocksOf, dayName } from './rules.ts';
import type { Said } from './said.ts';
import { TextItem } from './text.tsx';
import type { TextActs, TextDeeds } from './text-menu.ts';
import { useTextActs } from './use-text-acts.tsx';
import { texts as threadTexts } from '../texts.ts';
import { usePending, useShown, useThread } from './use-thread.ts';
import { useLeading, useReaching } from './use-reaching.ts';
import { useReading } from './use-reading.ts';
import { useScrolling } from './use-scrolling.ts';
import { useWriters } from './use-writers.ts';

/** Whether texts of the thread are looked for. */
export interface ThreadFind {
  readonly isOpen: boolean;
  readonly set: (isOpen: boolean) => void;
}

interface Props {
  readonly details: MessageDetail;
  readonly itemId: string;
  readonly records: NoteRecords;
  /** The message is not theirs any more, or lies in the trash. */
  readonly isFixed: boolean;
  readonly find: ThreadFind;
  /** In the place of the editor, where nothing can be written. */
  readonly otherwise: ReactNode;
}

/** One thread of a message: what was said, newest below, and the editor at its foot. */
export function ThreadView({ details, itemId, records, isFixed, find, otherwise }: Props) {
  const client = useClient();
  const { aggregateId, communicationPartnerUserId: partner } = details;
  const ownId = useValue(client.user)?.id;
  const undoSeconds = Number(useSettings().messageUndoSeconds);
  const thread = useThread(details);
  const shown = useValue(thread.state);
  const { texts, refused } = useShown(details, shown.texts);
  const pending = usePending(aggregateId, partner);
  const scroller = useRef<HTMLDivElement>(null);
  const composer = useRef<{ focus: () => void }>(null);
  const [answered, setAnswered] = useState<MessageText>();
  const reading = useReading(details, itemId, texts, {
    thread,
    scroller,
    mayPass: shown.wentToEnd || !shown.hasMore,
  });
  const mayWrite = details.changeable && !isFixed;
  const writers = useWriters(mayWrite ? details : undefined);
  const answer = (text: MessageText | undefined): void => {
    setAnswered(text);
    composer.current?.focus();
  };
  useAnswerWanted(itemKeyOf(aggregateId), () => composer.current?.focus());
  const draftId = `${itemId} ${partner ?? 0}`;
  const people = peopleOf(details);
  const ways = useTextActs({ details, draftId, people, records, mayWrite, refused });
  const editLast = (): boolean => {
    const last = texts.findLast(({ sendBy, takenBackAt }) => sendBy === ownId && takenBackAt === null);
    if (last === undefined || !ways.mayOf(last).mayChange) return false;
    ways.deeds.onEdit(last);
    return true;
  };
  useKeys(
    mayWrite
      ? {
          r: () => answer(texts.findLast(({ sendBy, takenBackAt }) => sendBy !== ownId && takenBackAt === null)),
          E: () => void editLast(),
        }
      : {},
  );
  const send = (said: Said): void => {
    say({ client, details }, { ...said, replyTo: answered?.no ?? null, undoSeconds });
    setAnswered(undefined);
    writers.end();
  };
  const unreadFrom = ({ no }: MessageText): void => {
    const ownNo = texts.findLast(({ sendBy }) => sendBy === ownId)?.no ?? -1;
    // Whoever says something has read what was said.
    const readNo = Math.max(reading.hold(no), ownNo);
    markUnread({ client, details }, no, {
      lastNo: texts.at(-1)?.no ?? no,
      readNo: pending.length + details.waiting.length === 0 ? readNo : null,
    });
  };
  const leading = useLeading(thread);
  const isSplit = useSplit();
  // Beside a list the key is the list's, unless the focus is on a text.
  useKeys(isSplit ? {} : { '/': () => find.set(true) });
  return (
    <div className="message-thread">
      {find.isOpen ? <FindTexts details={details} onPick={leading.to} onClose={() => find.set(false)} /> : null}
      <Log
        {...{ details, thread, texts, pending, scroller, ownId, records, ways, leading }}
        onFind={() => find.set(true)}
        onAnswer={mayWrite ? answer : undefined}
        onUnread={isFixed ? undefined : unreadFrom}
      />
      {mayWrite ? (
        <div onInput={writers.typed}>
          <p className="message-writers">{writers.said}</p>
          <Composer
            ref={composer}
            {...{ details, draftId, people, records }}
            records={records}
            answered={answered}
            answeredIsOwn={answered?.sendBy === ownId}
            onNotAnswering={() => answer(undefined)}
            onSay={send}
            onEditLast={editLast}
          />
        </div>
      ) : (
        otherwise
      )}
      {ways.dialogs}
    </div>
  );
}

/** Those who can be named: who reads the thread. */
function peopleOf({ receivers, senderUserId, senderName, communicationPartnerUserId: partner, isOpen }: MessageDetail) {
  const others = receivers.filter(({ userId, guest }) => guest === undefined && (isOpen || userId === partner));
  return [{ userId: senderUserId, name: senderName }, ...others.map(({ userId, name }) => ({ userId, name }))];
}

/** Names of those who have said something, or may: those whom nobody knows any more are somebody. */
function useNameOf(details: MessageDetail, texts: readonly MessageText[]): (userId: number) => string {
  const t = useTexts(threadTexts);
  const { senderUserId, senderName, receivers } = details;
  return (userId) =>
    (userId === senderUserId ? senderName : receivers.find((one) => one.userId === userId)?.name) ??
    texts.find(({ sendBy }) => sendBy === userId)?.sendByName ??
    t.somebody;
}

/** Copies the words of a text, and says so. */
function useCopy(): (text: MessageText) => void {
  const t = useTexts(threadTexts);
  const { notices } = useShell();
  return (text) =>
    void copyText(wordsOfText(text)).then((isCopied) =>
      notices.show(isCopied ? { text: t.copied } : { text: t.notCopied, tone: 'fault' }),
    );
}

type LogProps = Pick<Props, 'details' | 'records'> & {
  readonly thread: ReturnType<typeof useThread>;
  readonly texts: readonly MessageText[];
  readonly pending: ReturnType<typeof usePending>;
  readonly scroller: React.RefObject<HTMLDivElement | null>;
  readonly ownId: number | undefined;
  readonly ways: ReturnType<typeof useTextActs>;
  readonly leading: ReturnType<typeof useLeading>;
  readonly onFind: () => void;
  /** Those two are left out where they cannot be done. */
  readonly onAnswer: TextActs['onAnswer'];
  readonly onUnread: TextActs['onUnread'];
};

/** As `useSteady` wants them. */
type SteadyDeeds = { readonly [D in keyof TextDeeds]: TextDeeds[D] };

/** What is the same for all texts, and at every drawing, as long as nothing of it is another. */
function useForAll({
  details: { aggregateId, communicationPartnerUserId },
  records,
  ways,
  leading,
  onAnswer,
  onUnread,
}: Pick<LogProps, 'details' | 'records' | 'ways' | 'leading' | 'onAnswer' | 'onUnread'>) {
  const onCopy = useCopy();
  const deeds = useSteady<SteadyDeeds>({
    ...ways.deeds,
    onAnswer: (text) => onAnswer?.(text),
    onUnread: (text) => onUnread?.(text),
    onCopy,
    onRecord: records.open,
    onJump: leading.to,
  });
  const thread = useMemo(
    () => ({ aggregateId, communicationPartnerUserId }),
    [aggregateId, communicationPartnerUserId],
  );
  return { deeds, thread, mayAnswer: onAnswer !== undefined, mayUnread: onUnread !== undefined };
}

/** Names people where nobody is to be named. */
const nobody = (): string => '';

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function Log({
  details,
  thread,
  texts,
  pending,
  scroller,
  ownId,
  records,
  ways,
  leading,
  onAnswer,
  onUnread,
  onFind,
}: LogProps) {
  const t = useTexts(threadTexts);
  const zone = useZone();
  const locale = LOCALES[useLanguage()];
  const now = useMinute();
  const { hasMore, newFrom, older, hasNewer } = useValue(thread.state);
  const last = texts.at(-1)?.no;
  const { isAtEnd, toEnd, onScroll } = useScrolling(
    scroller,
    { first: texts[0]?.no, last, pending: pending.length, isWhole: !hasNewer },
    () => void thread.loadOlder(),
    () => void thread.loadNewer(),
  );
  const { reached, marked, step } = useReaching(scroller, last, leading.target);
  const byNo = new Map(texts.map((text) => [text.no, text]));
  const blocks = useMemo(() => blocksOf(texts, { zone, newFrom }), [texts, zone, newFrom]);
  const all = useForAll({ details, records, ways, leading, onAnswer, onUnread });
  const nameOf = useNameOf(details, texts);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.ctrlKey || event.metaKey || event.altKey ? undefined : STEPS[event.key];
    if (event.key === '/' && event.target instanceof HTMLElement && event.target.matches('[data-no]')) onFind();
    else if (by === undefined || !step(by)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isShared = details.isOpen || details.receiverCount <= 1;
  const latest = texts.at(-1);
  return (
    <div className="message-log-frame">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the texts within */}
      <div ref={scroller} className="message-log" data-scrolls onScroll={onScroll} onKeyDown={onKeyDown}>
        <div className="message-texts" role="log" aria-label={t.log}>
          {hasMore ? (
            <Older state={older} onLoad={() => void thread.loadOlder()} />
          ) : (
            <Beginning {...details} isEmpty={texts.length + pending.length + details.waiting.length === 0} />
          )}
          {blocks.map((block) => {
            if (block.kind === 'day')
              return (
                <h2 key={block.key} className="message-day">
                  <span>{dayName(block.at, now, { locale, zone, today: t.today, yesterday: t.yesterday })}</span>
                </h2>
              );
            if (block.kind === 'new')
              return (
                <div key={block.key} className="message-new" role="separator">
                  <span>{t.isNew}</span>
                </div>
              );
            const { text, isFirst } = block;
            const quoted = text.replyTo === null ? undefined : byNo.get(text.replyTo);
            return (
              <TextItem
                key={block.key}
                {...{ text, isFirst, quoted, ownId }}
                {...all}
                {...ways.mayOf(text)}
                nameOf={text.reactions.length === 0 ? nobody : nameOf}
                editor={ways.editorOf(text)}
                fault={ways.faultOf(text)}
                isReached={text.no === reached}
                isMarked={text.no === marked}
                toAll={isShared || text.no > 0 ? undefined : details.receiverCount}
              />
            );
          })}
          {details.waiting.map((one) => (
            <WaitingItem key={one.waitingId} aggregateId={details.aggregateId} text={one} onRecord={records.open} />
          ))}
          {pending.map((one) => (
            <PendingItem key={one.processId} pending={one} onRecord={records.open} />
          ))}
        </div>
      </div>
      {isAtEnd && !hasNewer ? null : (
        <Button
          className="button message-to-end"
          icon="arrow-down"
          onClick={() => {
            thread.showEnd();
            toEnd();
          }}
        >
          {t.toEnd}
        </Button>
      )}
      <span className="hidden-text" role="status">
        {latest === undefined || latest.sendBy === ownId || latest.no <= details.readNo
          ? ''
          : t.came(latest.sendByName, wordsOfText(latest))}
      </span>
    </div>
  );
}

/** What stands above the first text that the person reads: that there are others before it, or that there is none at all. */
function Beginning({ joinedNo, isEmpty }: Pick<MessageDetail, 'joinedNo'> & { isEmpty: boolean }) {
  const t = useTexts(threadTexts);
  const p = useTexts(peopleTexts);
  if (joinedNo === 0 && !isEmpty) return null;
  return <p className="quiet message-nothing">{joinedNo > 0 ? p.joined : t.empty}</p>;
}

/** What leads to older texts, where scrolling up has not asked for them yet, or could not. */
function Older({ state, onLoad }: { state: 'rest' | 'loading' | 'failed'; onLoad: () => void }) {
  const t = useTexts(threadTexts);
  if (state === 'loading') return <p className="quiet message-nothing">{t.olderLoading}</p>;
  return (
    <p className="message-nothing">
      {state === 'failed' ? <span role="alert">{t.olderFailed} </span> : null}
      <Button kind="plain" onClick={onLoad}>
        {state === 'failed' ? t.retry : t.older}
      </Button>
    </p>
  );
}
