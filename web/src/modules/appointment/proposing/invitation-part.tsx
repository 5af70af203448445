import './proposing.css';
import { DEFAULT_MINUTE_INTERVAL, invitationQueries } from '@kontor/contract/appointment';
import { useState } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useLanguage, useTexts, useZone, type AboutInvitation } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { BesideLink } from '../../activity/index.tsx';
import { hasHours, timesOf, type Times } from '../editor/times.ts';
import { whenWords } from '../editor/words.ts';
import { Decide } from './decide.tsx';
import { ProposeDialog } from './propose-dialog.tsx';
import { timesProposed } from './proposals-row.tsx';
import { invitationTexts } from './invitation-texts.ts';
import { proposingTexts } from './texts.ts';
import { useDeciding } from './use-deciding.ts';

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
const localOf = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16);

/** When an appointment of a mail is, in a zone. Of days the mail has the one after the last. */
function timesOfMail({ startDate, endDate, allDay }: AboutInvitation['event'], zone: string): Times {
  if (allDay) {
    const [first, behind] = [startDate.slice(0, 10), (endDate ?? startDate).slice(0, 10)];
    const last = behind > first ? dayBefore(behind) : first;
    return timesOf({ timeMode: 'allDay', startDate: first, endDate: last });
  }
  const [start, end] = [startDate, endDate ?? startDate].map((one) => localOf(one, zone)) as [string, string];
  return timesOf({ timeMode: 'fixedTime', startDate: start, endDate: end });
}

/** The same as instants, or as days. */
function instantsOf(times: Times, zone: string): { readonly startDate: string; readonly endDate: string } {
  if (!hasHours(times)) return { startDate: times.startDay, endDate: times.endDay };
  const at = (day: string, time: string) =>
    Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant().toString();
  return { startDate: at(times.startDay, times.startTime), endDate: at(times.endDay, times.endTime) };
}

/** What calendars have to say of the appointment that a mail brings. */
export function InvitationPart({ event, isLinked, propose, say }: AboutInvitation) {
  const t = useTexts(invitationTexts);
  const p = useTexts(proposingTexts);
  const language = useLanguage();
  const zone = useZone();
  const client = useClient();
  const ownId = useValue(client.user)?.id ?? 0;
  const { uid, recurrence, speaker } = event;
  const { data } = useAsk(invitationQueries.ofInvitation, { uid, recurrence, address: speaker });
  const [isOpen, setOpen] = useState(false);
  const { appointment = null, proposal = null } = data ?? {};
  const deciding = useDeciding({ aggregateId: appointment?.aggregateId ?? '', calendarId: ownId, uid });
  return (
    <>
      {appointment === null || isLinked ? null : (
        <p>
          <BesideLink moduleName="appointment" aggregateId={appointment.aggregateId} title={t.open}>
            {t.open}
          </BesideLink>
        </p>
      )}
      {proposal === null ? null : (
        <div>
          {p.proposes(deciding.nameOf(proposal))}{' '}
          <strong>{whenWords(timesProposed(proposal), proposal.startDate, language)}</strong>
          <Decide proposal={proposal} deciding={deciding} />
        </div>
      )}
      {propose === undefined ? null : (
        <div>
          <Button kind="plain" onClick={() => setOpen(true)}>
            {p.propose}
          </Button>
        </div>
      )}
      {isOpen && propose !== undefined ? (
        <ProposeDialog
          start={timesOfMail(event, zone)}
          minutes={DEFAULT_MINUTE_INTERVAL}
          onSend={({ comment, ...times }) => propose({ ...instantsOf(times, zone), comment })}
          say={say}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
