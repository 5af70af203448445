import './proposing.css';
import type { AppointmentDetail, Proposal } from '@kontor/contract/appointment';
import { useClient, useValue } from '../../../client/react.tsx';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { useColleagues } from '../colleagues.ts';
import { calendarOf, draftOf } from '../editor/draft.ts';
import { Row } from '../editor/row.tsx';
import { timesOf } from '../editor/times.ts';
import { useSuits } from '../editor/use-suits.ts';
import { ZoneHint } from '../editor/when-row.tsx';
import { whenWords } from '../editor/words.ts';
import { Decide } from './decide.tsx';
import { proposingTexts } from './texts.ts';
import { useDeciding, type Deciding } from './use-deciding.ts';

/** Times of a proposal as the editor has them. */
export const timesProposed = ({ allDay, startDate, endDate }: Proposal) =>
  timesOf({ timeMode: allDay ? 'allDay' : 'fixedTime', startDate, endDate });

/** Other times that were proposed: to who decides with who is free then, to who proposes with what became of it. */
export function ProposalsRow({ details }: { details: AppointmentDetail }) {
  const t = useTexts(proposingTexts);
  const ownId = useValue(useClient().user)?.id;
  const deciding = useDeciding(details);
  const { proposals } = details;
  if (proposals.length === 0) return null;
  return (
    <Row icon="clock-counter-clockwise" label={t.row}>
      <ul className="proposals">
        {proposals.map((proposal) =>
          proposal.userId === ownId ? (
            <OwnProposal key={proposal.memberId} proposal={proposal} />
          ) : (
            <OpenProposal key={proposal.memberId} {...{ details, proposal, deciding }} />
          ),
        )}
      </ul>
    </Row>
  );
}

/** When it is to be. The year of today is left out by who knows it: here it is said where it is another than that of the appointment. */
function When({ proposal }: { proposal: Proposal }) {
  const language = useLanguage();
  return (
    <>
      <strong>{whenWords(timesProposed(proposal), proposal.startDate, language)}</strong>
      <ZoneHint zone={proposal.zone} isTimed={!proposal.allDay} />
    </>
  );
}

const Comment = ({ text }: { text: string }) => (text === '' ? null : <p className="quiet">{text}</p>);

function OwnProposal({ proposal }: { proposal: Proposal }) {
  const t = useTexts(proposingTexts);
  const { comment, isDeclined, answer } = proposal;
  return (
    <li>
      <div>
        {t.own} <When proposal={proposal} />
      </div>
      <Comment text={comment} />
      <p role="status">{isDeclined ? t.declined : t.waits}</p>
      <Comment text={answer} />
    </li>
  );
}

function OpenProposal({
  details,
  proposal,
  deciding,
}: {
  details: AppointmentDetail;
  proposal: Proposal;
  deciding: Deciding;
}) {
  const t = useTexts(proposingTexts);
  const draft = draftOf(details);
  const suits = useSuits({ ...draft, ...timesProposed(proposal), zone: proposal.zone }, details.appointmentId);
  const { nameOf } = useColleagues();
  const taken = draft.participants.flatMap((one) => {
    const kind = suits?.get(calendarOf(one) ?? 0);
    const name = one.name || (one.userId === null ? '' : nameOf(one.userId)) || t.somebody;
    return kind === undefined ? [] : [name];
  });
  return (
    <li>
      <div>
        {t.proposes(deciding.nameOf(proposal))} <When proposal={proposal} />
      </div>
      <Comment text={proposal.comment} />
      {suits === undefined ? null : (
        <p className="quiet small">{taken.length === 0 ? t.allFree : t.notFree(taken.join(', '))}</p>
      )}
      <Decide proposal={proposal} deciding={deciding} />
    </li>
  );
}
