import { useState } from 'react';
import type { IconName } from '../ui/icon-names.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Button } from '../ui/parts.tsx';

/** A button of the bar over the text, with its name beside its icon, that opens a menu. */
export function BarMenu({ icon, label, items }: { icon: IconName; label: string; items: () => readonly MenuItem[] }) {
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <>
      <Button
        kind="plain"
        icon={icon}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
      >
        {label}
      </Button>
      {anchor === undefined ? null : (
        <Menu label={label} anchor={anchor} items={items()} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}
