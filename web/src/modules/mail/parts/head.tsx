import { STATE_NAMES, stateOf, type EntryRow, type State } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import { useState } from 'react';
import { Portrait, useFormats, useTexts } from '../../../shell/index.ts';
import { Others, activityTexts } from '../../activity/index.tsx';
import { texts } from '../texts.ts';

type Receiver = MailDetail['receiverAddressesTo'][number];

/** Receivers that are shown before the rest is folded away. */
const SHOWN = 4;

const nameOf = (receiver: Receiver): string => receiver.receiverRealName || receiver.receiver;

function Receivers({ label, receivers }: { label: string; receivers: readonly Receiver[] }) {
  const t = useTexts(texts);
  const [all, setAll] = useState(false);
  if (receivers.length === 0) return null;
  const shown = all ? receivers : receivers.slice(0, SHOWN);
  const rest = receivers.length - shown.length;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {shown.map((receiver, index) => (
          <span key={`${receiver.receiver}${index}`}>
            {index === 0 ? '' : ', '}
            <span title={receiver.receiver}>{nameOf(receiver)}</span>
            {all && receiver.receiverRealName !== '' ? <span className="quiet"> {receiver.receiver}</span> : null}
            {receiver.state === '' ? null : <span className="quiet"> ({receiver.state})</span>}
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

/** Subject, people, time and state of a mail. */
export function MailHead({
  mail,
  row,
  onState,
}: {
  mail: MailDetail;
  row: EntryRow | undefined;
  onState: (state: State) => void;
}) {
  const t = useTexts(texts);
  const a = useTexts(activityTexts);
  const formats = useFormats();
  const sender = mail.senderRealName || mail.senderAddress || a.nobody;
  return (
    <header className="mail-head">
      <h1 tabIndex={-1}>{mail.subject || a.noSubject}</h1>
      <div className="mail-people">
        <Portrait name={row?.contact || sender} picture={mail.contactPicture} />
        <dl className="facts">
          <dt>{t.from}</dt>
          <dd>
            <strong>{sender}</strong>
            {mail.senderRealName === '' ? null : <span className="quiet"> {mail.senderAddress}</span>}
          </dd>
          <Receivers label={t.to} receivers={mail.receiverAddressesTo} />
          <Receivers label={t.cc} receivers={mail.receiverAddressesCC} />
          <Receivers label={t.bcc} receivers={mail.receiverAddressesBCC} />
          <dt>{t.received}</dt>
          <dd>{formats.full(mail.timestamp)}</dd>
          {row === undefined || row.channel === '' ? null : (
            <>
              <dt>{t.mailbox}</dt>
              <dd>{row.channel}</dd>
            </>
          )}
        </dl>
      </div>
      <div className="mail-states">
        <StatePills state={row === undefined ? undefined : stateOf(row.status)} onState={onState} />
        {row === undefined ? null : <Others row={row} words />}
      </div>
    </header>
  );
}

const PILL_KEYS = { unseen: 'U', seen: 'I', ready: 'E' } as const;

function StatePills({ state, onState }: { state: State | undefined; onState: (state: State) => void }) {
  const a = useTexts(activityTexts);
  return (
    <div className="pills" role="radiogroup" aria-label={a.stateLabel}>
      {STATE_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          role="radio"
          className="pill"
          data-state={name}
          aria-checked={name === state}
          title={`${a.states[name]} (${PILL_KEYS[name]})`}
          onClick={() => onState(name)}
        >
          {a.states[name]}
        </button>
      ))}
    </div>
  );
}
