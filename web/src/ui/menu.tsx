import { useId, useRef, type ReactNode } from 'react';
import type { IconName } from './icon-names.ts';
import { Icon } from './parts.tsx';
import { usePopover } from './use-popover.ts';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly checked?: boolean;
  /** Instead of an icon. */
  readonly lead?: ReactNode;
  /** A second line. */
  readonly detail?: string;
  readonly hint?: ReactNode;
  /** Set off from what stands above it. */
  readonly apart?: boolean;
  readonly onSelect: () => void;
}

/** Menu in the top layer beneath the element that it belongs to; arrow keys move, Escape closes. */
export function Menu({
  label,
  head,
  anchor,
  items,
  onClose,
}: {
  label: string;
  /** What is said of what it belongs to, above what can be done. */
  head?: ReactNode;
  anchor: DOMRect;
  items: readonly MenuItem[];
  onClose: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const id = useId();
  const style = usePopover(ref, {
    anchor,
    focus: (menu) =>
      (menu.querySelector<HTMLElement>('[aria-checked=true]') ?? menu.querySelector<HTMLElement>('button'))?.focus(),
    onClose,
  });
  const step = (by: number) => {
    const buttons = [...(ref.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      ref={ref}
      className="menu"
      role="menu"
      aria-label={label}
      aria-describedby={head === undefined ? undefined : id}
      popover="auto"
      style={style}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'ArrowDown') step(1);
        else if (event.key === 'ArrowUp') step(-1);
        else if (event.key === 'Tab') onClose();
        else return;
        event.preventDefault();
      }}
    >
      {head === undefined ? null : (
        <div id={id} className="menu-head" role="none">
          {head}
        </div>
      )}
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={item.checked}
          data-apart={item.apart}
          onClick={() => {
            onClose();
            item.onSelect();
          }}
        >
          {item.lead ?? (item.icon === undefined ? null : <Icon name={item.icon} />)}
          {item.detail === undefined ? (
            item.label
          ) : (
            <span className="two-lines">
              <span>{item.label}</span>
              <small>{item.detail}</small>
            </span>
          )}
          {item.checked ? (
            <span className="end">
              <Icon name="check" small />
            </span>
          ) : null}
          {item.hint === undefined ? null : <span className="end">{item.hint}</span>}
        </button>
      ))}
    </div>
  );
}
