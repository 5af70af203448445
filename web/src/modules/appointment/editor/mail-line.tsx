import { appointmentCommands, type AppointmentDetail, type Participant } from '@kontor/contract/appointment';
import { itemKeyOf } from '@kontor/contract/kernel';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { peopleTexts } from './people-texts.ts';

/** What is known of an appointment that is stored. */
export type Stored = Pick<AppointmentDetail, 'aggregateId' | 'participants'>;

/** How the mail to somebody outside stands, and why it did not reach them. `canSend`: they may have it sent again. */
export function MailLine({
  aggregateId,
  participant: { memberId, mailState, mailFault },
  name,
  canSend,
}: {
  aggregateId: string;
  participant: Participant;
  name: string;
  canSend: boolean;
}) {
  const t = useTexts(peopleTexts);
  const client = useClient();
  const { notices } = useShell();
  if (mailState === null) return null;
  const send = (): void => {
    void client.enqueue(
      appointmentCommands.sendAgain,
      { aggregateId, memberId },
      { patches: [], keys: [itemKeyOf(aggregateId)] },
    );
    notices.show({ text: t.sentAgain(name) });
  };
  return (
    <span className="small appointment-mail" data-state={mailState}>
      <Icon name={mailState === 'failed' ? 'warning' : 'paper-plane-tilt'} small />
      {mailFault === null ? t.mailStates[mailState] : t.mailFaults[mailFault.reason]}
      {mailFault === null || mailFault.answer === '' ? null : <span className="quiet"> {mailFault.answer}</span>}
      {mailState === 'failed' && canSend ? (
        <Button kind="plain" aria-label={t.sendAgainTo(name)} onClick={send}>
          {t.sendAgain}
        </Button>
      ) : null}
    </span>
  );
}
