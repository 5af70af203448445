import type { MailDetail } from '@kontor/contract/mail';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { sendingTexts } from './sending-texts.ts';
import { useOpenMail } from './use-open-mail.ts';

/** Who has answered a mail or passed it on; a link where what they wrote is this person's to see. */
export function Answered({ mail: { answers, extras } }: { mail: MailDetail }) {
  const t = useTexts(sendingTexts);
  const formats = useFormats();
  const openMail = useOpenMail();
  // What other programs have told of it has no answer here, and no time.
  const others = [
    ...(extras.answered && !answers.some(({ kind }) => kind === 'answer') && extras.answeredBy !== null
      ? [['arrow-bend-up-left', t.answeredBy(extras.answeredBy)] as const]
      : []),
    ...(extras.forwarded && !answers.some(({ kind }) => kind === 'forward') && extras.forwardedBy !== null
      ? [['arrow-bend-up-right', t.forwardedBy(extras.forwardedBy)] as const]
      : []),
  ];
  if (answers.length === 0 && others.length === 0) return null;
  return (
    <ul className="answered">
      {answers.map(({ kind, aggregateId, by, at }) => {
        const words = kind === 'answer' ? t.answered(by, formats.full(at)) : t.forwarded(by, formats.full(at));
        return (
          <li key={`${kind} ${aggregateId ?? ''} ${at}`}>
            <Icon name={kind === 'answer' ? 'arrow-bend-up-left' : 'arrow-bend-up-right'} small />
            {aggregateId === null ? (
              words
            ) : (
              <button type="button" className="link-button" onClick={() => openMail(aggregateId)}>
                {words}
              </button>
            )}
          </li>
        );
      })}
      {others.map(([icon, words]) => (
        <li key={words}>
          <Icon name={icon} small />
          {words}
        </li>
      ))}
    </ul>
  );
}

/** That a mail is seen in the place of somebody who is away. */
export function SubstituteFor({ mail: { extras } }: { mail: MailDetail }) {
  const t = useTexts(sendingTexts);
  if (extras.substituteFor === null) return null;
  return (
    <ul className="answered">
      <li>
        <Icon name="users" small />
        {t.substituteFor(extras.substituteFor)}
      </li>
    </ul>
  );
}

/** Of a report: whose delivery it tells of, with a link to that mail. */
export function ReportOf({ mail: { bounce, outgoing } }: { mail: MailDetail }) {
  const t = useTexts(sendingTexts);
  const openMail = useOpenMail();
  if (bounce === null || outgoing !== null) return null;
  const { aggregateId } = bounce;
  return (
    <div role="group" className="send-banner" aria-label={t.title}>
      <Icon name="arrow-u-down-left" />
      <div className="send-words">
        <p>{t.reportOf}</p>
        <ul className="send-missed">
          {bounce.receivers.map(({ receiver, state, answer }) => (
            <li key={receiver}>
              {t.refusedTo(
                receiver,
                [state === '' ? '' : t.states[state], answer].filter((part) => part !== '').join(' – '),
              )}
            </li>
          ))}
        </ul>
      </div>
      {aggregateId === null ? null : (
        <div className="send-acts">
          <button type="button" className="link-button" onClick={() => openMail(aggregateId)}>
            {t.about}
          </button>
        </div>
      )}
    </div>
  );
}
