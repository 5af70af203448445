import './invitation.css';
import type { RelatedItem } from '@kontor/contract/activity';
import { INVITATION_ANSWERS, invitationCommands, type Invitation, type MailDetail } from '@kontor/contract/mail';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { Extra } from '../../../shell/failures/boundary.tsx';
import { useFormats, useShell, useTexts, type AboutInvitation } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { BesideLink } from '../../activity/index.tsx';
import { invitationTexts } from './invitation-texts.ts';
import { remarksOf } from './invitation-rules.ts';
import { useEventWords } from './use-event-words.ts';

type Answer = (typeof INVITATION_ANSWERS)[number];
/** Most signs of a message to who invites. */
const MAX_MESSAGE = 2000;

/** The appointment that a mail brings, and the answers to it. */
export function InvitationBar({ mail }: { mail: MailDetail }) {
  const { invitation, aggregateId, related } = mail;
  const made = related.find(({ moduleName }) => moduleName === 'appointment');
  return invitation === null ? null : <Bar aggregateId={aggregateId} event={invitation} made={made} />;
}

function Bar({
  aggregateId,
  event,
  made,
}: {
  aggregateId: string;
  event: Invitation;
  /** The appointment that it became. */
  made: RelatedItem | undefined;
}) {
  const t = useTexts(invitationTexts);
  const words = useEventWords();
  const formats = useFormats();
  const client = useClient();
  const { notices } = useShell();
  const [isBusy, setBusy] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const organiser = event.organiser.name || event.organiser.address;
  const count = (state: Answer): number => event.participants.filter((one) => one.state === state).length;
  const { isAnswerable, remarks } = remarksOf(event);
  const said: Readonly<Record<(typeof remarks)[number], string>> = {
    cancelled: t.cancelled,
    outdated: t.outdated,
    notForYou: t.notForYou,
    notOrganiser: t.notOrganiser(organiser),
    zone: t.zone,
    counter: t.counter,
    counterDeclined: t.counterDeclined,
    published: t.published,
  };
  const answer = async (chosen: Answer, comment = ''): Promise<void> => {
    const params = { aggregateId, answer: chosen, comment };
    setBusy(true);
    try {
      await client.sendNow(invitationCommands.answerInvitation, params);
      setWriting(false);
      notices.show({ text: t.sent });
    } catch (error) {
      const { kind, code } = asFailure(error);
      if (kind === 'offline') {
        // Told twice, the last answer counts: the queue may say again what had arrived after all.
        await client.enqueue(invitationCommands.answerInvitation, params, { patches: [], keys: [] });
        setWriting(false);
        notices.show({ text: t.willSend });
      } else {
        const codes: Readonly<Record<string, string>> = t.codes;
        const run = (): void => void answer(chosen, comment);
        notices.show({
          text: codes[code] ?? t.failed,
          tone: 'fault',
          ...(codes[code] === undefined ? { action: { label: t.answers[chosen], run } } : {}),
        });
      }
    }
    setBusy(false);
  };
  const propose: AboutInvitation['propose'] = async (proposed) => {
    await client.sendNow(invitationCommands.proposeTime, { aggregateId, ...proposed });
  };
  const replies = event.method === 'REPLY' || event.method === 'COUNTER' ? event.participants : [];
  const numbers = [
    ...(organiser === '' || replies.length > 0 ? [] : [t.invites(organiser)]),
    ...(count('accepted') > 0 && replies.length === 0 ? [t.accepted(count('accepted'))] : []),
    ...(count('declined') > 0 && replies.length === 0 ? [t.declined(count('declined'))] : []),
    ...replies.map(({ name, address, state }) => t.replied(name || address, t.states[state])),
  ];
  return (
    <div role="group" className="invitation" aria-label={t.title} data-over={event.isCancelled || event.isOutdated}>
      <Icon name={event.isCancelled ? 'calendar-x' : 'calendar-check'} />
      <div className="invitation-words">
        <h2>{event.title || t.noTitle}</h2>
        <p>{words.line(event)}</p>
        {numbers.length === 0 ? null : <p className="quiet">{numbers.join(' · ')}</p>}
        <Participants event={event} />
        <MadeOfIt item={made} />
        <OfCalendars
          event={event}
          isLinked={made !== undefined}
          isAnswerable={isAnswerable}
          propose={isAnswerable && event.repeats === null ? propose : undefined}
        />
        {remarks.map((remark) => (
          <p key={remark} className="invitation-remark" data-warns={remark === 'notOrganiser'}>
            {said[remark]}
          </p>
        ))}
        {event.answer === null || event.method !== 'REQUEST' ? null : (
          <p className="invitation-answer" role="status">
            <Icon name="check" small />
            {t.given[event.answer.answer](event.answer.by, formats.full(event.answer.at))}
          </p>
        )}
      </div>
      {isAnswerable ? (
        <div className="invitation-acts">
          {INVITATION_ANSWERS.map((one) => (
            <Button
              key={one}
              aria-pressed={event.answer?.answer === one}
              disabled={isBusy}
              onClick={() => void answer(one)}
            >
              {t.answers[one]}
            </Button>
          ))}
          <Button kind="plain" disabled={isBusy} onClick={() => setWriting(true)}>
            {t.withMessage}
          </Button>
        </div>
      ) : null}
      {isWriting ? (
        <WithMessage
          isBusy={isBusy}
          onAnswer={(one, text) => void answer(one, text)}
          onClose={() => setWriting(false)}
        />
      ) : null}
    </div>
  );
}

/** All who are invited, where they are several. */
function Participants({ event }: { event: Invitation }) {
  const t = useTexts(invitationTexts);
  return event.participants.length > 1 ? (
    <details>
      <summary>{t.participants(event.participants.length)}</summary>
      <ul>
        {event.participants.map(({ name, address, state, isOptional }) => (
          <li key={address}>
            <span title={address}>{t.replied(name || address, t.states[state])}</span>
            {isOptional ? <span className="quiet"> ({t.optional})</span> : null}
          </li>
        ))}
      </ul>
    </details>
  ) : null;
}

/** What modules say of the appointment: this one does not know calendars. */
function OfCalendars({
  event: { uid, recurrence, method, startDate, endDate, allDay, participants, isUninvited },
  isAnswerable,
  ...given
}: Pick<AboutInvitation, 'isLinked' | 'propose'> & { event: Invitation; isAnswerable: boolean }) {
  const t = useTexts(invitationTexts);
  const { modules } = useShell();
  const speaker = method === 'REPLY' || method === 'COUNTER' ? (participants[0]?.address ?? '') : '';
  const isOpen = isAnswerable || method === 'COUNTER';
  const event = { uid, recurrence, speaker, isUninvited, isOpen, startDate, endDate, allDay };
  const say: AboutInvitation['say'] = ({ code, kind }) =>
    kind === 'offline' ? t.offline : ((t.codes as Readonly<Record<string, string>>)[code] ?? t.failed);
  return modules.map(({ name, ofInvitations: Part }) =>
    Part === undefined ? null : (
      <Extra key={name}>
        <Part {...given} event={event} say={say} />
      </Extra>
    ),
  );
}

/** Leads to the appointment that an invitation became. */
function MadeOfIt({ item }: { item: RelatedItem | undefined }) {
  const t = useTexts(invitationTexts);
  const formats = useFormats();
  return item === undefined ? null : (
    <p>
      <BesideLink moduleName="appointment" aggregateId={item.aggregateId} title={formats.full(item.timestamp)}>
        {t.open}
      </BesideLink>
    </p>
  );
}

function WithMessage({
  isBusy,
  onAnswer,
  onClose,
}: {
  isBusy: boolean;
  onAnswer: (answer: Answer, comment: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(invitationTexts);
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAnswer('accepted', text);
  };
  return (
    <Dialog title={t.messageTitle} closeLabel={t.close} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <label className="field">
          <span className="label">{t.message}</span>
          <textarea
            className="input"
            rows={5}
            maxLength={MAX_MESSAGE}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          {INVITATION_ANSWERS.map((one) => (
            <Button
              key={one}
              kind={one === 'accepted' ? 'primary' : 'normal'}
              disabled={isBusy}
              onClick={() => onAnswer(one, text)}
            >
              {t.answers[one]}
            </Button>
          ))}
        </footer>
      </form>
    </Dialog>
  );
}
