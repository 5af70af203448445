import { proposalCommands, type AppointmentDetail } from '@kontor/contract/appointment';
import { useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { keysAfter } from '../editor/keys.ts';
import { hasHours, timesOf, written } from '../editor/times.ts';
import { problemWords } from '../problem-words.ts';
import { ProposeDialog } from './propose-dialog.tsx';
import { proposingTexts } from './texts.ts';

/** Proposes another time to who invites. */
export function ProposeButton({ details }: { details: AppointmentDetail }) {
  const t = useTexts(proposingTexts);
  const client = useClient();
  const language = useLanguage();
  const sendOnce = useSendOnce();
  const [isOpen, setOpen] = useState(false);
  const { aggregateId, calendarId, minuteInterval } = details;
  return (
    <>
      <Button kind="plain" onClick={() => setOpen(true)}>
        {t.propose}
      </Button>
      {isOpen ? (
        <ProposeDialog
          start={timesOf(details)}
          minutes={minuteInterval}
          onSend={async ({ comment, ...times }) => {
            const params = { aggregateId, ...written(times), allDay: !hasHours(times), comment };
            await sendOnce(proposalCommands.proposeTime, params);
            client.ask.touch(keysAfter(aggregateId, calendarId));
          }}
          say={(failure) => problemWords(failure, language)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
