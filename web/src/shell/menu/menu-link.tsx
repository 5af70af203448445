import type { ReactNode } from 'react';
import { Icon } from '../../ui/parts.tsx';
import { useSettings } from '../context.tsx';
import { Link } from '../link.tsx';
import type { MenuEntry } from '../manifest.ts';

/** What stands in front of an entry's name: its icon, or its letter where the instance has made it. */
export function MenuSign({ entry, current = false }: { entry: MenuEntry; current?: boolean }) {
  const { solidIcons } = useSettings();
  return entry.letter === undefined ? (
    <Icon name={entry.icon} fill={current || solidIcons} />
  ) : (
    <span className="menu-letter" aria-hidden="true" data-solid={solidIcons}>
      {entry.letter}
    </span>
  );
}

/** An entry of the menu: a place in the app, a page elsewhere, or something that is done. */
export function MenuLink({
  entry,
  current,
  title,
  onGo,
  children,
}: {
  entry: MenuEntry;
  current: boolean;
  title?: string;
  onGo?: (() => void) | undefined;
  children: ReactNode;
}) {
  const { outside, path } = entry;
  if (outside === undefined)
    return (
      <Link
        to={path}
        aria-current={current ? 'page' : undefined}
        title={title}
        {...(onGo === undefined ? {} : { onGo })}
      >
        {children}
      </Link>
    );
  if (outside.href !== undefined)
    return (
      <a
        href={outside.href}
        title={title}
        rel="noopener noreferrer"
        target={outside.isWindow ? '_blank' : undefined}
        onClick={onGo}
      >
        {children}
      </a>
    );
  return (
    <button
      type="button"
      className="menu-entry"
      title={title}
      onClick={() => {
        onGo?.();
        outside.run();
      }}
    >
      {children}
    </button>
  );
}
