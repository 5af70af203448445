import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { BarButtons } from './bar-buttons.tsx';
import { useOfDetails } from '../actions/use-item-actions.ts';
import { detailTexts } from './detail-texts.ts';
import type { ItemActs } from '../actions/use-item-acts.tsx';

/** The bar over an item: what its kind does with it, what is done to every item, and what is done more rarely. */
export function ItemBar({
  wide,
  acts: { isArchived, isTrashed, doIt, snooze },
  mayDelete,
  label,
  items: own,
  onClose,
  className = '',
  children,
}: {
  wide: boolean;
  acts: ItemActs;
  mayDelete: boolean;
  label: string;
  /** Of the menu behind the three dots. */
  items: readonly MenuItem[];
  onClose: () => void;
  className?: string;
  /** At its beginning. */
  children?: ReactNode;
}) {
  const a = useTexts(texts);
  const t = useTexts(detailTexts);
  const [menu, setMenu] = useState<DOMRect>();
  const items = [...own, ...useOfDetails(undefined, wide)];
  return (
    <div className={`toolbar ${className}`.trim()} role="toolbar" aria-label={label}>
      {wide ? null : <IconButton icon="arrow-left" label={t.back} hotkey="Escape" onClick={onClose} />}
      {children}
      <span className="grow" />
      {wide ? <BarButtons /> : null}
      <IconButton
        icon="archive"
        fill={isArchived}
        label={a.actions[isArchived ? 'dearchive' : 'archive']}
        hotkey="a"
        aria-pressed={isArchived}
        onClick={() => doIt(isArchived ? 'dearchive' : 'archive')}
      />
      {isTrashed ? (
        <IconButton
          icon="arrow-counter-clockwise"
          label={a.actions.restore}
          hotkey="#"
          onClick={() => doIt('restore')}
        />
      ) : (
        <>
          <IconButton icon="clock" label={a.actions.snooze} hotkey="b" onClick={snooze} />
          {mayDelete ? (
            <IconButton icon="trash" label={a.actions.delete} hotkey="#" onClick={() => doIt('delete')} />
          ) : null}
        </>
      )}
      {items.length === 0 ? null : (
        <IconButton
          icon="dots-three-vertical"
          label={t.more}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setMenu(currentTarget.getBoundingClientRect())}
        />
      )}
      {wide ? <IconButton icon="x" label={t.close} hotkey="Escape" onClick={onClose} /> : null}
      {menu === undefined ? null : (
        <Menu label={t.more} anchor={menu} items={items} onClose={() => setMenu(undefined)} />
      )}
    </div>
  );
}
