import './proposing.css';
import { DEFAULT_MINUTE_INTERVAL, invitationQueries } from '@kontor/contract/appointment';
import type { ResultOf } from '@kontor/contract/kernel';
import { useState } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useLanguage, useTexts, useZone, type AboutInvitation } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { BesideLink } from '../../activity/index.tsx';
import type { Times } from '../editor/times.ts';
import { whenWords } from '../editor/words.ts';
import { Decide } from './decide.tsx';
import { instantsOf, momentsOf, timesOfMail } from './mail-times.ts';
import { NearbyList } from './nearby-list.tsx';
import { GuestLine } from './guest-line.tsx';
import { ProposeDialog } from './propose-dialog.tsx';
import { timesProposed } from './proposals-row.tsx';
import { invitationTexts } from './invitation-texts.ts';
import { proposingTexts } from './texts.ts';
import { useDeciding } from './use-deciding.ts';

/** What calendars have to say of the appointment that a mail brings. */
export function InvitationPart({ event, isLinked, propose, say }: AboutInvitation) {
  const zone = useZone();
  const ownId = useValue(useClient().user)?.id ?? 0;
  const { uid, recurrence, speaker, isUninvited, isOpen } = event;
  const times = timesOfMail(event, zone);
  const time = isOpen && ownId !== 0 ? { calendarId: ownId, ...momentsOf(times, zone), zone } : null;
  const { data, failure } = useAsk(invitationQueries.ofInvitation, { uid, recurrence, address: speaker, time });
  const isUnknown = failure !== undefined || (data !== undefined && data.appointment === null);
  return (
    <>
      {isUninvited && isUnknown ? <Uninvited /> : null}
      {data === undefined ? null : <Known known={data} uid={uid} ownId={ownId} isLinked={isLinked} />}
      {data === undefined || time === null ? null : <NearbyList nearby={data.nearby} day={times.startDay} />}
      {propose === undefined ? null : <Propose {...{ times, zone, propose, say }} />}
    </>
  );
}

function Uninvited() {
  const t = useTexts(invitationTexts);
  return <p>{t.uninvited}</p>;
}

/** The appointment that the mail is about, and what the mail has brought to it. */
function Known({
  known: { appointment, proposal, guest },
  uid,
  ownId,
  isLinked,
}: {
  known: ResultOf<typeof invitationQueries.ofInvitation>;
  uid: string;
  ownId: number;
  isLinked: boolean;
}) {
  const t = useTexts(invitationTexts);
  const p = useTexts(proposingTexts);
  const language = useLanguage();
  const about = { aggregateId: appointment?.aggregateId ?? '', calendarId: ownId, uid };
  const deciding = useDeciding(about);
  return (
    <>
      {appointment === null || isLinked ? null : (
        <p>
          <BesideLink moduleName="appointment" aggregateId={appointment.aggregateId} title={t.open}>
            {t.open}
          </BesideLink>
        </p>
      )}
      {guest === null ? null : <GuestLine guest={guest} of={about} />}
      {proposal === null ? null : (
        <div>
          {p.proposes(deciding.nameOf(proposal))}{' '}
          <strong>{whenWords(timesProposed(proposal), proposal.startDate, language)}</strong>
          <Decide proposal={proposal} deciding={deciding} />
        </div>
      )}
    </>
  );
}

/** Proposes another time to who invites. */
function Propose({
  times,
  zone,
  propose,
  say,
}: {
  times: Times;
  zone: string;
  propose: NonNullable<AboutInvitation['propose']>;
  say: AboutInvitation['say'];
}) {
  const p = useTexts(proposingTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="proposing-link">
      <Button kind="plain" onClick={() => setOpen(true)}>
        {p.propose}
      </Button>
      {isOpen ? (
        <ProposeDialog
          start={times}
          minutes={DEFAULT_MINUTE_INTERVAL}
          onSend={({ comment, ...typed }) => propose({ ...instantsOf(typed, zone), comment })}
          say={say}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
