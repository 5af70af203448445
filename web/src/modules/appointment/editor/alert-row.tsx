import { ACCESSES, appointmentCommands, type Alert, type AppointmentDetail } from '@kontor/contract/appointment';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { Segments } from '../../../ui/fields.tsx';
import { Button } from '../../../ui/parts.tsx';
import { problemWords } from '../problem-words.ts';
import { AlertField } from './alert-field.tsx';
import { keysAfter } from './keys.ts';
import { Fault, Row } from './row.tsx';
import { editorTexts } from './texts.ts';
import type { AppointmentForm } from './use-appointment-form.ts';
import { alertWords } from './words.ts';

/** When its people are called, and who sees what it is. */
export function AlertRow({ form: { draft, change, wrong, fault } }: { form: AppointmentForm }) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const isPast = wrong.includes('reminder') || fault?.code === 'REMINDER_PAST';
  return (
    <Row icon="bell" label={t.alert}>
      <div className="appointment-line">
        <AlertField label={t.alert} value={draft.alert} isWrong={isPast} onChange={(alert) => change({ alert })} />
        <span className="grow" />
        <div className="appointment-access">
          <Segments
            label={t.access}
            value={draft.access}
            options={ACCESSES.map((access) => [access, t.accesses[access]] as const)}
            onChange={(access) => change({ access })}
          />
        </div>
      </div>
      {isPast ? (
        <>
          <Fault text={problemWords({ code: 'REMINDER_PAST', kind: 'problem' }, language)} />
          <Button onClick={() => change({ alert: 'none' })}>{t.withoutAlert}</Button>
        </>
      ) : null}
    </Row>
  );
}

/** When the person alone is called, at once. */
export function OwnAlertRow({ details }: { details: AppointmentDetail }) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const client = useClient();
  const sendOnce = useSendOnce();
  const { aggregateId, alert, ownAlert, calendarId } = details;
  const [wanted, setWanted] = useState<Alert | null>();
  const [fault, setFault] = useState<string>();
  const shown = wanted === undefined ? ownAlert : wanted;
  const set = async (next: Alert | null): Promise<void> => {
    setWanted(next);
    setFault(undefined);
    try {
      await sendOnce(appointmentCommands.myAlert, { aggregateId, alert: next });
      client.ask.touch(keysAfter(aggregateId, calendarId));
    } catch (error) {
      setFault(problemWords(asFailure(error), language));
    }
  };
  return (
    <Row icon="bell" label={t.ownAlert}>
      <div className="appointment-line">
        <span>{t.ownAlert}</span>
        {shown === null ? (
          <Button kind="plain" onClick={() => void set(alert)}>
            {t.asAppointment(alertWords(alert, language))}
          </Button>
        ) : (
          <>
            <AlertField
              label={t.ownAlert}
              value={shown}
              isWrong={fault !== undefined}
              onChange={(next) => void set(next)}
            />
            <Button kind="plain" onClick={() => void set(null)}>
              {t.asAppointment(alertWords(alert, language))}
            </Button>
          </>
        )}
      </div>
      <Fault text={fault} />
    </Row>
  );
}
