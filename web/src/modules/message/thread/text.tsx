import { isGuestId, type MessageDetail, type MessageText } from '@kontor/contract/message';
import { memo, useRef, useState, type ReactNode } from 'react';
import { Portrait, useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import { dateFormat } from '../../../shell/date-format.ts';
import { LOCALES } from '../../../shell/language.ts';
import { Menu } from '../../../ui/menu.tsx';
import { Icon, IconButton } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { TextFiles } from '../files/text-files.tsx';
import { WrittenHtml, wordsOfText } from './html.tsx';
import { Reactions, SignPicker } from './reactions.tsx';
import { actsOf, useTextWays, type TextActs, type TextDeeds, type TextMay } from './text-menu.ts';
import { Swiped, useTouch } from './touch.tsx';

type ThreadParams = Pick<MessageDetail, 'aggregateId' | 'communicationPartnerUserId'>;

const DAY_MS = 86_400_000;

/** The time of day of a moment, with the day where that was another one. */
function useClock(): (instant: string, beside?: string) => string {
  const [language, timeZone] = [useLanguage(), useZone()];
  const locale = LOCALES[language];
  const clock = { hour: language === 'de' ? '2-digit' : 'numeric', minute: '2-digit' } as const;
  return (instant, beside = instant) => {
    const isFar = Math.abs(Date.parse(instant) - Date.parse(beside)) > DAY_MS / 2;
    const day = isFar ? ({ day: '2-digit', month: '2-digit' } as const) : {};
    return dateFormat(locale, { timeZone, ...day, ...clock }).format(Date.parse(instant));
  };
}

/** How far a text of the person's own has come. */
function ReadMark({ text: { receiverData, sendDate } }: { text: MessageText }) {
  const t = useTexts(texts);
  const clock = useClock();
  if (receiverData === null) return null;
  const [isRead, said] =
    'readAt' in receiverData
      ? [
          receiverData.readAt !== null,
          receiverData.readAt === null ? t.sent : t.read(clock(receiverData.readAt, sendDate)),
        ]
      : [receiverData.read > 0, t.readBy(receiverData.read, receiverData.of)];
  return (
    <span className="message-read" data-read={isRead}>
      <Icon name={isRead ? 'checks' : 'check'} small />
      <span>{said}</span>
    </span>
  );
}

/** The text that another one answers, on one line that leads there. */
function QuoteLine({
  quoted,
  isOwn,
  onJump,
}: {
  /** Undefined where it is not loaded. */
  quoted: MessageText | undefined;
  isOwn: boolean;
  onJump: () => void;
}) {
  const t = useTexts(texts);
  const name = isOwn ? t.own : quoted?.sendByName || t.somebody;
  return (
    <button type="button" className="message-quote" title={t.quotedHint} onClick={onJump}>
      {quoted === undefined ? (
        t.quotedEarlier
      ) : (
        <>
          <strong>{name}</strong> <span>{quoted.takenBackAt === null ? wordsOfText(quoted) : t.takenBack}</span>
        </>
      )}
    </button>
  );
}

/** Who has said it, and when. */
function Who({ text: { sendBy, sendDate, writtenAt }, name }: { text: MessageText; name: string }) {
  const t = useTexts(texts);
  const clock = useClock();
  return (
    <p className="message-who">
      <strong>{name}</strong>
      <time dateTime={sendDate}>{clock(sendDate)}</time>
      {isGuestId(sendBy) ? (
        <span className="message-by-mail quiet small">
          <Icon name="envelope-simple" small /> {t.byMail}
        </span>
      ) : null}
      {writtenAt === null ? null : <span className="quiet small">{t.writtenAt(clock(writtenAt, sendDate))}</span>}
    </p>
  );
}

/** When it was said, to how many, and who has read it. */
function Foot({
  text,
  isOwn,
  toAll,
  onEdits,
}: {
  text: MessageText;
  isOwn: boolean;
  toAll: number | undefined;
  onEdits: TextActs['onEdits'];
}) {
  const t = useTexts(texts);
  const clock = useClock();
  return (
    <span className="message-foot">
      <time dateTime={text.sendDate} aria-hidden="true">
        {clock(text.sendDate)}
      </time>
      {toAll === undefined ? null : (
        <span className="message-to-all">
          <Icon name="users" small /> {t.toAll(toAll)}
        </span>
      )}
      {text.editedAt === null || text.takenBackAt !== null ? null : (
        <button
          type="button"
          className="message-edited"
          tabIndex={-1}
          title={t.editedAt(clock(text.editedAt, text.sendDate))}
          onClick={() => onEdits(text)}
        >
          {t.edited}
        </button>
      )}
      {isOwn && text.takenBackAt === null ? <ReadMark text={text} /> : null}
    </span>
  );
}

/** What a text says, or that it was taken back; beneath it what people have said to it with signs. */
function TextBody({
  thread,
  text,
  children,
  ownId,
  nameOf,
  acts: { onRecord, onReact },
}: {
  thread: ThreadParams;
  text: MessageText;
  /** In the place of what it says, while it is changed. */
  children: ReactNode;
  ownId: number | undefined;
  nameOf: (userId: number) => string;
  acts: TextActs;
}) {
  const t = useTexts(texts);
  if (text.takenBackAt !== null) return <p className="message-taken-back">{t.takenBack}</p>;
  return (
    <>
      {children ?? (text.message === '' ? null : <WrittenHtml html={text.message} onRecord={onRecord} />)}
      <TextFiles thread={thread} text={text} />
      <Reactions
        reactions={text.reactions}
        ownId={ownId}
        nameOf={nameOf}
        onReact={onReact === undefined ? undefined : (sign, isOn) => onReact(text, sign, isOn)}
      />
    </>
  );
}

/** Beside a text: whose portrait it is, or when it was said where the same person has said the one above it. */
function Gutter({ text, isFirst, isOwn }: { text: MessageText; isFirst: boolean; isOwn: boolean }) {
  const t = useTexts(texts);
  const clock = useClock();
  const { sendBy, sendByName, sendDate } = text;
  return isFirst ? (
    <Portrait name={sendByName || t.somebody} picture={null} userId={isOwn || isGuestId(sendBy) ? undefined : sendBy} />
  ) : (
    <time className="message-gutter" dateTime={sendDate}>
      {clock(sendDate)}
    </time>
  );
}

interface Props extends TextMay {
  readonly thread: ThreadParams;
  readonly text: MessageText;
  /** With portrait and name. */
  readonly isFirst: boolean;
  readonly ownId: number | undefined;
  /** Tab leads to it. */
  readonly isReached: boolean;
  /** It was led to. */
  readonly isMarked: boolean;
  readonly quoted: MessageText | undefined;
  /** How many it went to, where those do not share the thread. */
  readonly toAll: number | undefined;
  /** Names of those who have put signs to it. */
  readonly nameOf: (userId: number) => string;
  readonly deeds: TextDeeds;
  /** Its editor, while it is changed. */
  readonly editor: ReactNode;
  /** Why it was not changed. */
  readonly fault: ReactNode;
}

/** One thing that was said: drawn anew where something of it is another, since a thread shows many. Keys of its own: `r` answers it, `+` puts a sign to it, `Shift+E` changes it, `u` has the thread unread from it on, Shift+F10 shows what else can be done. */
export const TextItem = memo(function TextItem({
  thread,
  text,
  isFirst,
  ownId,
  isReached,
  isMarked,
  quoted,
  toAll,
  nameOf,
  deeds,
  editor,
  fault,
  ...may
}: Props) {
  const acts = actsOf(deeds, may);
  const t = useTexts(texts);
  const clock = useClock();
  const [menu, setMenu] = useState<DOMRect>();
  const [signs, setSigns] = useState<DOMRect>();
  const body = useRef<HTMLDivElement>(null);
  const boxOf = () => body.current?.getBoundingClientRect();
  const { no, sendBy, sendByName, sendDate, replyTo } = text;
  const isOwn = sendBy === ownId;
  const name = isOwn ? t.own : sendByName || t.somebody;
  const { onReact, onJump } = acts;
  const isThere = text.takenBackAt === null;
  const onAnswer = isThere ? acts.onAnswer : undefined;
  const answer = onAnswer === undefined || editor !== undefined ? undefined : () => onAnswer(text);
  const touch = useTouch(() => setMenu(boxOf()), answer);
  const { items, onKeyDown } = useTextWays(text, isOwn, acts, {
    onSigns: () => setSigns(boxOf()),
    onMenu: () => setMenu(boxOf()),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it has the focus, and keys of its own
    <article
      className="message-text"
      data-no={no}
      data-own={isOwn}
      data-first={isFirst}
      data-marked={isMarked}
      aria-label={`${name}, ${clock(sendDate)}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- j and k lead from one to the next
      tabIndex={isReached ? 0 : -1}
      onKeyDown={onKeyDown}
    >
      <Swiped way={touch.way} />
      <Gutter text={text} isFirst={isFirst} isOwn={isOwn} />
      <div ref={body} className="message-said" {...touch.moved}>
        {isFirst ? <Who text={text} name={name} /> : null}
        {replyTo === null || !isThere ? null : (
          <QuoteLine quoted={quoted} isOwn={quoted?.sendBy === ownId} onJump={() => onJump(replyTo)} />
        )}
        <TextBody {...{ thread, text, ownId, nameOf, acts }}>{editor}</TextBody>
        {fault}
        {editor === undefined ? <Foot text={text} isOwn={isOwn} toAll={toAll} onEdits={acts.onEdits} /> : null}
      </div>
      {editor !== undefined || items.length === 0 ? null : (
        <span className="message-tools">
          {onReact === undefined || !isThere ? null : (
            <IconButton
              icon="smiley"
              label={t.reactTo(name)}
              aria-haspopup="dialog"
              tabIndex={-1}
              onClick={({ currentTarget }) => setSigns(currentTarget.getBoundingClientRect())}
            />
          )}
          {answer === undefined ? null : (
            <IconButton icon="arrow-bend-up-left" label={t.answerTo(name)} tabIndex={-1} onClick={answer} />
          )}
          <IconButton
            icon="dots-three-vertical"
            label={t.more(name)}
            aria-haspopup="menu"
            tabIndex={-1}
            onClick={({ currentTarget }) => setMenu(currentTarget.getBoundingClientRect())}
          />
        </span>
      )}
      {menu === undefined ? null : (
        <Menu label={t.more(name)} anchor={menu} items={items} onClose={() => setMenu(undefined)} />
      )}
      {signs === undefined ? null : (
        <SignPicker
          anchor={signs}
          onPick={(sign) => {
            setSigns(undefined);
            const isOn = !text.reactions.some((one) => one.sign === sign && one.userIds.includes(ownId ?? 0));
            onReact?.(text, sign, isOn);
          }}
          onClose={() => setSigns(undefined)}
        />
      )}
    </article>
  );
});
