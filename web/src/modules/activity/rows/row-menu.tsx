import { useRow } from '../../../client/react.tsx';
import { useKeyName, useTexts } from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { MENU_ACTIONS } from '../actions/action-table.ts';
import type { Choice } from '../actions/choices.ts';
import { useRowKind } from './row-kinds.ts';
import { selectionTexts } from '../list/selection-texts.ts';
import { texts } from '../texts.ts';
import { useItemActions } from '../actions/use-item-actions.ts';
import type { Marks } from '../list/use-marks.ts';

interface Props {
  readonly itemId: string;
  /** The items that the row stands for. */
  readonly keys: readonly string[];
  readonly anchor: DOMRect;
  /** Whether what is open has tabs. */
  readonly hasTabs: boolean;
  readonly onOpen: (key: string, how?: 'beside') => void;
  readonly onAction: (action: Choice, keys: readonly string[]) => void;
  readonly onClose: () => void;
}

/** What can be done with one row, with the keys that do the same. */
export function RowMenu({ itemId, keys, anchor, hasTabs, onOpen, onAction, onClose }: Props) {
  const { actions } = useTexts(texts);
  const t = useTexts(selectionTexts);
  const keyName = useKeyName();
  const row = useRow(itemId);
  const ofModules = useItemActions()(keys);
  const kind = useRowKind(row?.moduleName);
  if (row === undefined) return null;
  const items = [
    {
      key: 'open',
      label: t.open,
      icon: 'envelope-simple' as const,
      hint: keyName('Enter'),
      onSelect: () => onOpen(itemId),
    },
    ...(hasTabs
      ? [
          {
            key: 'beside',
            icon: 'arrow-square-out' as const,
            label: t.openBeside,
            hint: keyName('Ctrl+Enter'),
            onSelect: () => onOpen(itemId, 'beside'),
          },
        ]
      : []),
    ...MENU_ACTIONS.filter(({ on }) => on(row, kind)).map(({ action, icon, key }) => ({
      key: action,
      label: actions[action],
      icon,
      hint: keyName(key),
      onSelect: () => onAction(action, [itemId]),
    })),
    ...(row.trashed ? [] : ofModules).map(({ name, icon, label, key, run }) => ({
      key: name,
      label,
      icon,
      hint: keyName(key),
      onSelect: run,
    })),
  ];
  return <Menu label={t.more} anchor={anchor} onClose={onClose} items={items} />;
}

/** What can be done with a group, from its heading. */
export function GroupMenu({
  group: { key, anchor },
  marks,
  folded,
  onFold,
  onClose,
}: {
  readonly group: { readonly key: string; readonly anchor: DOMRect };
  readonly marks: Pick<Marks, 'isMarked' | 'mark'>;
  readonly folded: ReadonlySet<string>;
  readonly onFold: (group: string) => void;
  readonly onClose: () => void;
}) {
  const t = useTexts(selectionTexts);
  const { markGroup } = useTexts(texts);
  const keyName = useKeyName();
  return (
    <Menu
      label={t.group}
      anchor={anchor}
      onClose={onClose}
      items={[
        {
          key: 'mark',
          label: marks.isMarked(key) ? t.unmarkGroup : markGroup,
          icon: 'check-square',
          hint: keyName('X'),
          onSelect: () => marks.mark(key),
        },
        { key: 'fold', label: folded.has(key) ? t.unfold : t.fold, icon: 'caret-down', onSelect: () => onFold(key) },
      ]}
    />
  );
}
