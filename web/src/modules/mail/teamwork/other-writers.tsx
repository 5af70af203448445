import './teamwork.css';
import { mailQueries, teamworkCommands } from '@kontor/contract/mail';
import { memo, useEffect, useRef, useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useLanguage, useSettings, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import type { Envelope } from '../composer/state.ts';
import { useAttendance, type Attendants } from '../../activity/attendance/index.ts';
import { atWriting } from './presence.ts';
import { useIsShared } from './team-line.tsx';
import { teamTexts } from './texts.ts';
import { useDraftAttendance } from './use-attendance.ts';

const NONE: Attendants = [];

/**
 * Who else is at what is written: those who answer the same mail, and those who have the same shared draft open; told, never hindered.
 * Who begins to write an answer claims the mail where the settings say so and nobody has.
 */
export const OtherWriters = memo(function OtherWriters({
  writing,
  draftId,
  isTouched,
  isWarned,
}: {
  writing: Envelope;
  draftId: number | null;
  isTouched: boolean;
  /** Whether it is said elsewhere already that somebody has claimed the mail. */
  isWarned: boolean;
}) {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const client = useClient();
  const { mailClaimsOnAnswer } = useSettings();
  const { answer, isGlobal } = writing;
  const isAnswer = answer?.type === 'reply' || answer?.type === 'replyAll';
  const aggregateId = isAnswer ? answer.aggregateId : null;
  const { data: mail } = useAsk(mailQueries.details, aggregateId === null ? undefined : { aggregateId });
  const atMail = useAttendance({ aggregateId, doing: 'answering', isWanted: useIsShared(mail) });
  const atDraft = useDraftAttendance(isGlobal ? draftId : null, isTouched ? 'answering' : 'reading');
  const isClaimed = useRef(false);
  const claims = mailClaimsOnAnswer && isTouched && mail?.claim === null && mail.sendState.shouldShowTheClaimButton;
  useEffect(() => {
    if (!claims || aggregateId === null || isClaimed.current) return;
    isClaimed.current = true;
    // Where somebody was quicker, the reader says who; and an answer is never held up by it.
    void client.sendNow(teamworkCommands.claim, { aggregateIds: [aggregateId] }).catch(() => undefined);
  }, [client, claims, aggregateId]);
  const claim = mail?.claim ?? null;
  const said = [
    ...atWriting(language, atMail, isGlobal ? atDraft : NONE),
    ...(claim === null || claim.isMine || isWarned ? [] : [t.claimedBy(claim.name)]),
  ];
  // The text beneath does not move up under the hand of who writes when nobody else is there any more.
  const [hasSaid, setHasSaid] = useState(false);
  if (said.length > 0 && !hasSaid) setHasSaid(true);
  return (
    <p className="other-writers" role="status" data-has-said={hasSaid ? true : undefined}>
      {said.map((words) => (
        <span key={words}>
          <Icon name="users" small />
          {words}
        </span>
      ))}
    </p>
  );
});
