import './records-mark.css';
import type { EntryRow } from '@kontor/contract/activity';
import { rowKey } from '../../../client/core/entity-store.ts';
import { useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { useItemActions } from '../actions/use-item-actions.ts';
import { recordsTexts } from './records-texts.ts';

/**
 * The record button of a row: how many records it is linked with. A click shows them; the row's key does the same. A plain element, as rows
 * have no others.
 */
export function RecordsMark({ row }: { row: EntryRow }) {
  const t = useTexts(recordsTexts);
  const [show] = useItemActions()([rowKey(row)]).filter(({ name }) => name === 'records');
  const { idoCount } = row;
  return (
    <span
      className="row-records"
      role="presentation"
      data-acts={show !== undefined}
      title={t.count(idoCount)}
      onClick={
        show === undefined
          ? undefined
          : (event) => {
              event.stopPropagation();
              show.run();
            }
      }
    >
      <Icon name="address-book" small label={t.linked} />
      {idoCount > 1 ? <span aria-label={t.count(idoCount)}>{idoCount}</span> : null}
    </span>
  );
}
