import './row.css';
import type { EntryRow } from '@kontor/contract/activity';
import { isGuestId } from '@kontor/contract/message';
import { useClient, useValue } from '../../../client/react.tsx';
import { Portrait, useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { LOCALES } from '../../../shell/language.ts';
import { Icon } from '../../../ui/parts.tsx';
import { rowTexts } from './row-texts.ts';
import { momentText, rowOfMessage } from './rules.ts';
import { UnreadMark } from './unread-mark.tsx';

const useRead = (row: EntryRow) => rowOfMessage(row, useValue(useClient().user)?.id);

/** What was said last. */
function MessageRow({ row }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const { said, isOwn } = useRead(row);
  return said === '' ? null : (
    <span className="row-preview">
      {isOwn ? t.own : ''}
      {said}
    </span>
  );
}

/** What is unread, who has read it, when it is sent, and whether it names the person, waits or is muted. */
function MessageMarks({ row }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const { unread, counts, isMuted, isAwaited, isMentioned, sendAt } = useRead(row);
  return (
    <>
      {counts === undefined ? null : <span className="message-counts">{t.counts(counts.read, counts.done)}</span>}
      {sendAt === undefined ? null : <SendAt at={sendAt} />}
      {isMentioned ? <Icon name="at" small label={t.mentioned} /> : null}
      {isMuted ? <Icon name="bell-slash" small label={t.muted} /> : null}
      {isAwaited ? <Icon name="hourglass" small label={t.awaited} /> : null}
      <UnreadMark unread={unread} />
    </>
  );
}

/** When what the person has said is sent. `at`: milliseconds since 1970. */
function SendAt({ at }: { at: number }) {
  const t = useTexts(rowTexts);
  const locale = LOCALES[useLanguage()];
  const zone = useZone();
  const now = useMinute();
  return <Icon name="clock" small label={t.sendAt(momentText(at, { now, zone, locale }))} />;
}

/** Whom it is with, with their presence; of several, that it is several. */
function MessagePortrait({ row }: { row: EntryRow }) {
  const { partner } = useRead(row);
  const { contact, contactPicture, extras } = row;
  const isGroup = partner === undefined && (extras['hasMultipleReceivers'] === true || extras['isOpen'] === true);
  if (isGroup)
    return (
      <span className="avatar message-group" aria-hidden="true">
        <Icon name="users" />
      </span>
    );
  const userId = partner !== undefined && isGuestId(partner) ? undefined : partner;
  return <Portrait name={contact} picture={contactPicture} userId={userId} />;
}

export { MessageRow as preview, MessageMarks as marks, MessagePortrait as portrait };
