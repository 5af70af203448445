import './team-marks.css';
import { sessionQueries } from '@kontor/contract/account';
import type { EntryRow } from '@kontor/contract/activity';
import { useAsk } from '../../../client/react.tsx';
import { Portrait, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { teamTexts } from './team-texts.ts';

/** Most marks of a row, the number of its thread among them. */
const MOST = 2;

/** For whom one sees an item, who takes care of it, and how much is said about it among colleagues. */
export function TeamMarks({ row: { extras, moduleName }, count }: { row: EntryRow; count: number }) {
  const t = useTexts(teamTexts);
  const { claimedBy, claimedById, comments, substituteFor } = extras;
  const isClaimed = typeof claimedBy === 'string' && claimedBy !== '';
  const hasComments = typeof comments === 'number' && comments > 0;
  const room = MOST - (isClaimed ? 1 : 0) - (count > 1 ? 1 : 0);
  const isForOther = typeof substituteFor === 'string' && substituteFor !== '' && room > 0;
  const { data } = useAsk(sessionQueries.moduleUsers, isClaimed ? { module: moduleName } : undefined);
  return (
    <>
      {isForOther ? (
        <span className="row-substitute" title={t.substitute(substituteFor)}>
          <Icon name="users" small label={t.substitute(substituteFor)} />
        </span>
      ) : null}
      {isClaimed ? (
        <span className="row-claim" role="img" aria-label={t.claimed(claimedBy)} title={t.claimed(claimedBy)}>
          <Portrait
            name={claimedBy}
            picture={data?.find(({ userId }) => userId === claimedById)?.UserAvatar ?? null}
            userId={typeof claimedById === 'number' ? claimedById : undefined}
            size="s"
          />
        </span>
      ) : null}
      {hasComments && room - (isForOther ? 1 : 0) > 0 ? (
        <span className="row-comments" title={t.comments(comments)}>
          <Icon name="chat-text" small label={t.comments(comments)} />
        </span>
      ) : null}
    </>
  );
}
