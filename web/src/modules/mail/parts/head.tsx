import { stateOf, type EntryRow, type State } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import { useState, type ReactNode } from 'react';
import { Portrait, useFormats, useTexts } from '../../../shell/index.ts';
import { Others, StatePills, activityTexts } from '../../activity/index.tsx';
import { Origin } from '../reader/origin.tsx';
import { sendingTexts } from '../reader/sending-texts.ts';
import { readerTexts } from '../reader/texts.ts';
import { Unsubscribe } from '../reader/unsubscribe.tsx';
import { texts } from '../texts.ts';

type Receiver = MailDetail['receiverAddressesTo'][number];

/** Receivers that are shown before the rest is folded away. */
const SHOWN = 4;

const nameOf = (receiver: Receiver): string => receiver.receiverRealName || receiver.receiver;

function Receivers({
  fact,
  label,
  receivers,
}: {
  fact: 'to' | 'cc' | 'bcc';
  label: string;
  receivers: readonly Receiver[];
}) {
  const t = useTexts(texts);
  const { states } = useTexts(sendingTexts);
  const [all, setAll] = useState(false);
  if (receivers.length === 0) return null;
  const shown = all ? receivers : receivers.slice(0, SHOWN);
  const rest = receivers.length - shown.length;
  return (
    <>
      <dt data-fact={fact}>{label}</dt>
      <dd data-fact={fact}>
        {shown.map((receiver, index) => (
          <span key={`${receiver.receiver}${index}`}>
            {index === 0 ? '' : ', '}
            <span title={receiver.receiver}>{nameOf(receiver)}</span>
            {all && receiver.receiverRealName !== '' ? <span className="quiet"> {receiver.receiver}</span> : null}
            {receiver.state === '' ? null : <span className="quiet"> ({states[receiver.state]})</span>}
          </span>
        ))}
        {rest > 0 ? (
          <button type="button" className="link-button" onClick={() => setAll(true)}>
            {t.andMore(rest)}
          </button>
        ) : null}
      </dd>
    </>
  );
}

/** People, time and mailbox of a mail, in two lines: from whom and when, to whom and where. */
export function MailFacts({ mail, row }: { mail: MailDetail; row: EntryRow | undefined }) {
  const t = useTexts(texts);
  const a = useTexts(activityTexts);
  const formats = useFormats();
  const sender = mail.senderRealName || mail.senderAddress || a.nobody;
  return (
    <dl className="facts mail-facts">
      <dt data-fact="from">{t.from}</dt>
      <dd data-fact="from">
        <strong>{sender}</strong>
        {mail.senderRealName === '' ? null : <span className="quiet"> {mail.senderAddress}</span>}{' '}
        <Origin mail={mail} /> <Unsubscribe mail={mail} />
      </dd>
      <Receivers fact="to" label={t.to} receivers={mail.receiverAddressesTo} />
      <Receivers fact="cc" label={t.cc} receivers={mail.receiverAddressesCC} />
      <Receivers fact="bcc" label={t.bcc} receivers={mail.receiverAddressesBCC} />
      <dt data-fact="time">{mail.outgoing === null ? t.received : t.sentAt}</dt>
      <dd data-fact="time">
        <time>{formats.full(mail.timestamp)}</time>
      </dd>
      {row === undefined || row.channel === '' ? null : (
        <>
          <dt data-fact="box">{t.mailbox}</dt>
          <dd data-fact="box">{row.channel}</dd>
        </>
      )}
    </dl>
  );
}

/** Signs of a subject that stand there before somebody asks for the rest: three lines or so. */
const MAX_SUBJECT = 160;

const shortened = (subject: string): string =>
  subject.length > MAX_SUBJECT
    ? `${subject
        .slice(0, MAX_SUBJECT - 20)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
    : subject;

/** What the head of a thread says beside its subject. */
interface OfThread {
  readonly count: number;
  readonly isWhole: boolean;
  readonly state: State | undefined;
}

/** Subject and state of a mail, and who it is from and to; of a thread, the subject and the state of what is acted on. */
export function MailHead({
  mail,
  row,
  thread,
  onState,
  children,
}: {
  mail: MailDetail;
  row: EntryRow | undefined;
  thread?: OfThread | undefined;
  onState: (state: State) => void;
  /** What stands beside the state: who takes care of it, and records. */
  children: ReactNode;
}) {
  const a = useTexts(activityTexts);
  const r = useTexts(readerTexts);
  const [opened, setOpened] = useState<string>();
  const isOpen = opened === mail.aggregateId;
  const subject = mail.subject || a.untitled.email;
  const isLong = subject.length > MAX_SUBJECT;
  const state = thread === undefined ? (row === undefined ? undefined : stateOf(row.status)) : thread.state;
  return (
    <header className="mail-head">
      <h1 tabIndex={-1}>
        {isOpen ? subject : shortened(subject)}
        {thread === undefined ? null : (
          <>
            {' '}
            <span className="thread-count" title={r.thread(thread.count)}>
              <span aria-hidden="true">({thread.count})</span>
              <span className="hidden-text">{r.thread(thread.count)}</span>
            </span>
          </>
        )}
      </h1>
      {isLong ? (
        <button
          type="button"
          className="link-button subject-fold"
          aria-expanded={isOpen}
          onClick={() => setOpened(isOpen ? undefined : mail.aggregateId)}
        >
          {isOpen ? r.lessSubject : r.wholeSubject}
        </button>
      ) : null}
      <div className="mail-states">
        <StatePills
          state={state}
          label={thread === undefined ? a.stateLabel : thread.isWhole ? r.stateOfThread : r.stateOfMail}
          onState={onState}
        />
        {thread === undefined ? null : (
          <span className="thread-target">{thread.isWhole ? r.wholeThread : r.thisMail}</span>
        )}
        {row === undefined ? null : <Others row={row} words />}
        {children}
      </div>
      {thread === undefined ? (
        <div className="mail-people">
          <Portrait
            name={row?.contact || mail.senderRealName || mail.senderAddress || a.nobody}
            picture={mail.contactPicture}
            isGuest={mail.outgoing === null && mail.contactPicture === null}
          />
          <MailFacts mail={mail} row={row} />
        </div>
      ) : null}
    </header>
  );
}
