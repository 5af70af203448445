import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { IconName } from './icon-names.ts';
import { Icon } from './parts.tsx';

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

/** What stays free around it, in pixels. */
const MARGIN = 8;

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
  // Within the screen from the beginning: a phone moves the whole page to what has the focus outside of it.
  const [place, setPlace] = useState({ left: MARGIN, top: MARGIN });
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const menu = ref.current;
    if (!menu) return undefined;
    const before = document.activeElement as HTMLElement | null;
    menu.showPopover();
    const box = menu.getBoundingClientRect();
    const below = anchor.bottom + 4 + box.height <= window.innerHeight - MARGIN;
    setPlace({
      left: Math.max(MARGIN, Math.min(anchor.left, window.innerWidth - box.width - MARGIN)),
      top: below ? anchor.bottom + 4 : Math.max(MARGIN, anchor.top - box.height - 4),
    });
    (menu.querySelector<HTMLElement>('[aria-checked=true]') ?? menu.querySelector<HTMLElement>('button'))?.focus();
    const toggled = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close.current();
    };
    menu.addEventListener('toggle', toggled);
    return () => {
      menu.removeEventListener('toggle', toggled);
      if (menu.contains(document.activeElement) || document.activeElement === document.body) before?.focus();
    };
  }, [anchor]);
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
      style={place}
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
