import './team-marks.css';
import { sessionQueries } from '@kontor/contract/account';
import type { EntryRow } from '@kontor/contract/activity';
import { useAsk } from '../../../client/react.tsx';
import { Portrait, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { teamTexts } from './team-texts.ts';

/** Most marks of a row, the number of its thread among them. */
const MOST = 2;

/** Who takes care of an item, and how much is said about it among colleagues. */
export function TeamMarks({ row: { extras, moduleName }, count }: { row: EntryRow; count: number }) {
  const t = useTexts(teamTexts);
  const { claimedBy, claimedById, comments } = extras;
  const isClaimed = typeof claimedBy === 'string' && claimedBy !== '';
  const hasComments = typeof comments === 'number' && comments > 0;
  const isFull = (isClaimed ? 1 : 0) + (count > 1 ? 1 : 0) >= MOST;
  const { data } = useAsk(sessionQueries.moduleUsers, isClaimed ? { module: moduleName } : undefined);
  return (
    <>
      {isClaimed ? (
        <span className="row-claim" role="img" aria-label={t.claimed(claimedBy)} title={t.claimed(claimedBy)}>
          <Portrait
            name={claimedBy}
            picture={data?.find(({ userId }) => userId === claimedById)?.UserAvatar ?? null}
            size="s"
          />
        </span>
      ) : null}
      {hasComments && !isFull ? (
        <span className="row-comments" title={t.comments(comments)}>
          <Icon name="chat-text" small label={t.comments(comments)} />
        </span>
      ) : null}
    </>
  );
}
