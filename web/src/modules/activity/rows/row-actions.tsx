import type { EntryRow } from '@kontor/contract/activity';
import { useKeyName, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { pointedActions } from '../actions/action-table.ts';
import type { Action } from '../actions/choices.ts';
import { Records } from './records.tsx';
import { useRowKind } from './row-kinds.ts';
import { texts } from '../texts.ts';

/** What the pointer can do on a row. Plain elements: the list listens for them, and the keys do the same. */
export function RowActions({ row }: { row: EntryRow }) {
  const { actions } = useTexts(texts);
  const keyName = useKeyName();
  const kind = useRowKind(row.moduleName);
  const titleOf = (action: Action, key: string): string => {
    const name = keyName(key);
    return name === '' ? actions[action] : `${actions[action]} (${name})`;
  };
  return (
    <span className="row-actions" aria-hidden="true">
      {pointedActions(row, kind).map(({ action, icon, key }) => (
        <span key={action} data-action={action} title={titleOf(action, key)}>
          <Icon name={icon} fill={action === 'dearchive'} />
        </span>
      ))}
      <Records row={row} />
    </span>
  );
}
