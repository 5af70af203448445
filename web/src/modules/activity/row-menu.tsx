import { useRow } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import type { IconName } from '../../ui/icon-names.ts';
import { Menu } from '../../ui/menu.tsx';
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
  const entry = (action: Action, icon: IconName, hint: string) => ({
    key: action,
    label: actions[action],
    icon,
    hint,
    onSelect: () => onAction(action, [itemId]),
  });
  const items = [
    { key: 'open', label: t.open, icon: 'envelope-simple' as const, hint: 'Enter', onSelect: () => onOpen(itemId) },
    entry('ready', 'check', 'E'),
    entry('seen', 'circle-half', 'I'),
    entry('unseen', 'envelope-simple', 'U'),
    entry(row.archived ? 'dearchive' : 'archive', 'archive', 'A'),
    row.trashed ? entry('restore', 'arrow-counter-clockwise', '#') : entry('delete', 'trash', '#'),
  ];
  return <Menu label={t.more} anchor={anchor} onClose={onClose} items={items} />;
}
