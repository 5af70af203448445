import { useRow } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { Menu } from '../../ui/menu.tsx';
import { ROW_ACTIONS } from './action-table.ts';
import type { Action } from './actions.ts';
import { selectionTexts } from './selection-texts.ts';
import { texts } from './texts.ts';

interface Props {
  readonly itemId: string;
  readonly anchor: DOMRect;
  readonly onOpen: (key: string) => void;
  readonly onAction: (action: Action, keys: readonly string[]) => void;
  readonly onClose: () => void;
}

/** What can be done with one row, with the keys that do the same. */
export function RowMenu({ itemId, anchor, onOpen, onAction, onClose }: Props) {
  const { actions } = useTexts(texts);
  const t = useTexts(selectionTexts);
  const row = useRow(itemId);
  if (row === undefined) return null;
  const items = [
    { key: 'open', label: t.open, icon: 'envelope-simple' as const, hint: 'Enter', onSelect: () => onOpen(itemId) },
    ...ROW_ACTIONS.filter(({ on }) => on(row)).map(({ action, icon, key }) => ({
      key: action,
      label: actions[action],
      icon,
      hint: key,
      onSelect: () => onAction(action, [itemId]),
    })),
  ];
  return <Menu label={t.more} anchor={anchor} onClose={onClose} items={items} />;
}
