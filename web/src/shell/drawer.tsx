import { Suspense, useEffect, useRef, useState, type MouseEvent } from 'react';
import { useClient, useValue } from '../client/react.tsx';
import { lazily } from '../ui/lazily.tsx';
import { Icon, IconButton } from '../ui/parts.tsx';
import { useFormats, useLanguage, useSettings, useShell, useTexts } from './context.tsx';
import { Link } from './link.tsx';
import type { MenuEntry } from './manifest.ts';
import { Portrait } from './portrait.tsx';
import { currentRoute } from './routes.ts';
import { bottomOf, inOrder } from './menu-rules.ts';
import { texts } from './texts.ts';
import { sumOf } from './unfinished.ts';

export const Switcher = lazily(() => import('./lazy/switcher.tsx').then((module) => module.Switcher));

const NONE = (): number => 0;

/** The main menu in the person's order; what they have not put anywhere stands after that, in the usual one. */
export function useMenu(): readonly MenuEntry[] {
  const { menuOrder } = useSettings();
  return inOrder(
    useShell().modules.flatMap((module) => module.menu),
    menuOrder,
  );
}

function Count({ entry, most = Infinity }: { entry: MenuEntry; most?: number }) {
  // oxlint-disable-next-line react/hooks -- part of a manifest, the same for ever
  const own = (entry.useCount ?? NONE)();
  const formats = useFormats();
  const Counter = entry.counter;
  const show = (count: number) =>
    count === 0 ? null : <span className="count">{count > most ? `${most}+` : formats.number(count)}</span>;
  return Counter === undefined ? (
    show(own)
  ) : (
    <Suspense>
      <Counter>{show}</Counter>
    </Suspense>
  );
}

function Entry({ entry, current, onGo }: { entry: MenuEntry; current: boolean; onGo?: () => void }) {
  const label = entry.label[useLanguage()];
  const { solidIcons } = useSettings();
  return (
    <Link
      to={entry.path}
      aria-current={current ? 'page' : undefined}
      title={`${label} (${entry.keys})`}
      {...(onGo === undefined ? {} : { onGo })}
    >
      <Icon name={entry.icon} fill={current || solidIcons} />
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
  const formats = useFormats();
  const counts = useValue(useShell().unfinished);
  const elsewhere = sumOf(counts) - (counts.get(client.key) ?? 0);
  const [opened, setOpened] = useState<{ readonly by: 'title' | 'user'; readonly anchor: DOMRect }>();
  const openBy = (by: 'title' | 'user') => ({
    'aria-haspopup': 'menu' as const,
    'aria-expanded': opened?.by === by,
    onClick: (event: MouseEvent<HTMLElement>) => setOpened({ by, anchor: event.currentTarget.getBoundingClientRect() }),
  });
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
        <button type="button" className="drawer-title" title={t.switcher} {...openBy('title')}>
          <span className="label">{configuration?.instance.title ?? client.account.title}</span>
          {elsewhere > 0 ? <span className="count">{formats.number(elsewhere)}</span> : null}
          <Icon name="caret-down" small />
        </button>
      </div>
      <ul>
        {useMenu().map((entry) => (
          <li key={entry.route}>
            <Entry entry={entry} current={entry.route === route} {...(onGo === undefined ? {} : { onGo })} />
          </li>
        ))}
      </ul>
      <span className="grow" />
      <button
        type="button"
        className="drawer-user"
        title={mini ? `${name}: ${t.switcher}` : t.switcher}
        {...openBy('user')}
      >
        <Portrait name={name} picture={user?.avatar ?? null} />
        <span>
          <strong>{name}</strong>
          {client.account.user}
        </span>
      </button>
      {opened === undefined ? null : (
        <Suspense>
          <Switcher
            anchor={opened.anchor}
            onClose={() => setOpened(undefined)}
            {...(onGo === undefined ? {} : { onGo })}
          />
        </Suspense>
      )}
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
  const settings = useSettings();
  return (
    <nav className="bottom-menu" aria-label={t.menu}>
      <button type="button" onClick={onMenu}>
        <Icon name="list" />
        <span className="label">{t.menu}</span>
      </button>
      {bottomOf(useMenu(), settings).map((entry) => (
        <Link key={entry.route} to={entry.path} aria-current={entry.route === route ? 'page' : undefined}>
          <Icon name={entry.icon} fill={entry.route === route || settings.solidIcons} />
          <span className="label">{entry.label[language]}</span>
          <Count entry={entry} most={99} />
        </Link>
      ))}
    </nav>
  );
}
