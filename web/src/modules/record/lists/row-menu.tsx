import { useKeyName, useTexts } from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { listTexts } from './list-texts.ts';
import { useListActions } from './actions.ts';
import type { Chosen } from './use-selection.ts';

/** What can be done with the records that are selected, from one of their rows. */
export function RowMenu({
  anchor,
  chosen,
  onOpen,
  onDone,
  onRemove,
  onClose,
}: {
  anchor: DOMRect;
  chosen: readonly Chosen[];
  /** Opens the record of the row. */
  onOpen: (how?: 'beside') => void;
  onDone: () => void;
  /** Left out where the person may not. */
  onRemove: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useTexts(listTexts);
  const keyName = useKeyName();
  const actions = useListActions(chosen, onDone);
  return (
    <Menu
      label={t.selected(chosen.length)}
      anchor={anchor}
      onClose={onClose}
      items={[
        { key: 'open', label: t.openRow, icon: 'address-book', hint: keyName('Enter'), onSelect: () => onOpen() },
        {
          key: 'beside',
          label: t.openBeside,
          icon: 'arrow-square-out',
          hint: keyName('Ctrl+Enter'),
          onSelect: () => onOpen('beside'),
        },
        ...actions.map(({ name, icon, label, key = '', run }, index) => ({
          key: name,
          label,
          icon,
          hint: keyName(key),
          apart: index === 0,
          onSelect: run,
        })),
        ...(onRemove === undefined
          ? []
          : [{ key: 'remove', label: t.remove, icon: 'trash' as const, hint: keyName('#'), onSelect: onRemove }]),
      ]}
    />
  );
}
