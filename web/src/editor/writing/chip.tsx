import { useState, type ReactNode } from 'react';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Icon } from '../../ui/parts.tsx';

/** One fact of what is written, in a line of them: says what it is, and leads to where it is changed. */
export function Chip({
  icon,
  label,
  value,
  tone,
  items,
  disabled = false,
  children,
  onClick,
}: {
  icon: IconName;
  /** What it is; stands there alone where there is no value. */
  label: string;
  value: string | undefined;
  tone?: 'fault' | 'good' | undefined;
  /** What it can be; without them a press does `onClick`. */
  items?: readonly MenuItem[];
  disabled?: boolean;
  /** Stands behind the value. */
  children?: ReactNode;
  onClick?: () => void;
}) {
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <>
      <button
        type="button"
        className="written-chip"
        data-set={value !== undefined}
        data-tone={tone}
        aria-label={value === undefined ? label : `${label}: ${value}`}
        title={label}
        aria-haspopup={items === undefined ? 'dialog' : 'menu'}
        aria-expanded={items === undefined ? undefined : anchor !== undefined}
        disabled={disabled}
        onClick={({ currentTarget }) =>
          items === undefined ? onClick?.() : setAnchor(currentTarget.getBoundingClientRect())
        }
      >
        <Icon name={icon} small />
        <span>{value ?? label}</span>
        {children}
      </button>
      {anchor === undefined || items === undefined ? null : (
        <Menu label={label} anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}
