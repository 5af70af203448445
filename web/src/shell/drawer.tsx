import { useEffect, useRef } from 'react';
import { useClient, useValue } from '../client/react.tsx';
import { Icon, IconButton } from '../ui/parts.tsx';
import { useFormats, useLanguage, useSettings, useShell, useTexts } from './context.tsx';
import { Link } from './link.tsx';
import { PersonAvatar } from './person-avatar.tsx';
import type { MenuEntry } from './manifest.ts';
import { currentRoute } from './routes.ts';
import { texts } from './texts.ts';

const NONE = (): number => 0;

export function useMenu(): readonly MenuEntry[] {
  return useShell()
    .modules.flatMap((module) => module.menu)
    .toSorted((a, b) => a.order - b.order);
}

function Count({ entry, most = Infinity }: { entry: MenuEntry; most?: number }) {
  // oxlint-disable-next-line react/hooks -- part of a manifest, the same for ever
  const count = (entry.useCount ?? NONE)();
  const formats = useFormats();
  return count === 0 ? null : <span className="count">{count > most ? `${most}+` : formats.number(count)}</span>;
}

function Entry({ entry, current, onGo }: { entry: MenuEntry; current: boolean; onGo?: () => void }) {
  const label = entry.label[useLanguage()];
  return (
    <Link
      to={entry.path}
      aria-current={current ? 'page' : undefined}
      title={`${label} (${entry.keys})`}
      {...(onGo === undefined ? {} : { onGo })}
    >
      <Icon name={entry.icon} fill={current} />
      <span className="label">{label}</span>
      <Count entry={entry} />
    </Link>
  );
}

/** The main menu at the left: wide, or as icons. `onGo` is called where it stands in a sheet. */
export function Drawer({ path, onGo }: { path: string; onGo?: () => void }) {
  const t = useTexts(texts);
  const { settings } = useShell();
  const { drawer } = useSettings();
  const client = useClient();
  const user = useValue(client.user);
  const configuration = useValue(client.configuration);
  const mini = drawer === 'mini' && onGo === undefined;
  const route = currentRoute(path);
  const name = user === undefined ? client.account.user : `${user.firstName} ${user.lastName}`.trim() || user.userName;
  return (
    <nav className="drawer" data-mini={mini} aria-label={t.menu}>
      <div className="drawer-head">
        <IconButton
          icon={onGo === undefined ? 'list' : 'x'}
          label={onGo !== undefined ? t.close : mini ? t.widenMenu : t.narrowMenu}
          onClick={onGo ?? (() => settings.change({ drawer: mini ? 'wide' : 'mini' }))}
        />
        <span className="drawer-title">{configuration?.instance.title ?? client.account.title}</span>
      </div>
      <ul>
        {useMenu().map((entry) => (
          <li key={entry.route}>
            <Entry entry={entry} current={entry.route === route} {...(onGo === undefined ? {} : { onGo })} />
          </li>
        ))}
      </ul>
      <span className="grow" />
      <div className="drawer-user" title={mini ? name : undefined}>
        <PersonAvatar name={name} picture={user?.avatar ?? null} />
        <span>
          <strong>{name}</strong>
          {client.account.user}
        </span>
      </div>
    </nav>
  );
}

/** The main menu over a small screen. */
export function DrawerSheet({ path, onClose }: { path: string; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="sheet"
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <Drawer path={path} onGo={onClose} />
    </dialog>
  );
}

/** Menu at the bottom of small screens. */
export function BottomMenu({ path, onMenu }: { path: string; onMenu: () => void }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const route = currentRoute(path);
  return (
    <nav className="bottom-menu" aria-label={t.menu}>
      <button type="button" onClick={onMenu}>
        <Icon name="list" />
        <span className="label">{t.menu}</span>
      </button>
      {useMenu()
        .filter((entry) => entry.bottom)
        .map((entry) => (
          <Link key={entry.route} to={entry.path} aria-current={entry.route === route ? 'page' : undefined}>
            <Icon name={entry.icon} fill={entry.route === route} />
            <span className="label">{entry.label[language]}</span>
            <Count entry={entry} most={99} />
          </Link>
        ))}
    </nav>
  );
}
