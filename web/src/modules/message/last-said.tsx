import type { RelatedItem } from '@kontor/contract/activity';
import { itemKeyOf } from '@kontor/contract/kernel';
import { messageQueries } from '@kontor/contract/message';
import { useAsk, useRow } from '../../client/react.tsx';
import { UnreadMark } from './row/unread-mark.tsx';

/** Who has said what last in a message, unless that is what it is called by, and how much of it is unread. */
export function LastSaid({ aggregateId, information }: Pick<RelatedItem, 'aggregateId' | 'information'>) {
  const { data } = useAsk(messageQueries.notice, { aggregateId });
  const unread = Number(useRow(itemKeyOf(aggregateId))?.extras['unread'] ?? 0);
  if (data === undefined || data.text === '' || data.text === information) return null;
  return (
    <span className="message-last-said">
      <UnreadMark unread={unread} />
      <span>
        {data.by}: {data.text}
      </span>
    </span>
  );
}
