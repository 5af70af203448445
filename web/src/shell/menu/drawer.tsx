import { Fragment, memo, useEffect, useRef, useState } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { Requested } from '../../ui/held-keys.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { Extra } from '../failures/boundary.tsx';
import { Icon, IconButton } from '../../ui/parts.tsx';
import { useFormats, useKeyName, useLanguage, useSettings, useShell, useTexts } from '../context.tsx';
import type { MenuEntry } from '../manifest.ts';
import { menuItemsOf } from './menu-items.ts';
import { MenuLink, MenuSign } from './menu-link.tsx';
import { Portrait } from '../people/portrait.tsx';
import { presenceParts } from '../people/presence-parts.ts';
import { currentRoute } from '../routes.ts';
import { bottomOf, inOrder, partsOf } from './menu-rules.ts';
import { FindField, Heads, Slot, useLoadingShown } from './slots.tsx';
import { texts } from '../texts.ts';
import { sumOf } from '../accounts/unfinished.ts';

export const Switcher = lazily(() => import('../accounts/switcher.tsx').then((module) => module.Switcher));

const NONE = (): number => 0;

/** The main menu in the person's order; what they have not put anywhere stands after that, in the usual one. */
export function useMenu(): readonly MenuEntry[] {
  const { menuOrder } = useSettings();
  const own = useValue(menuItemsOf(useClient()));
  return inOrder([...useShell().modules.flatMap((module) => module.menu), ...own], menuOrder);
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
    <Extra otherwise={show(own)}>
      <Counter>{show}</Counter>
    </Extra>
  );
}

function Entry({ entry, current, onGo }: { entry: MenuEntry; current: boolean; onGo?: () => void }) {
  const label = entry.label[useLanguage()];
  const key = useKeyName()(entry.keys);
  return (
    <MenuLink entry={entry} current={current} title={key === '' ? label : `${label} (${key})`} onGo={onGo}>
      <MenuSign entry={entry} current={current} />
      <span className="label">{label}</span>
      <Count entry={entry} />
    </MenuLink>
  );
}

/** Makes the menu narrow and wide, or closes the sheet that it stands in. Whoever has no use for it has it where it is narrow alone. */
function MenuButton({ mini, onGo }: { mini: boolean; onGo: (() => void) | undefined }) {
  const t = useTexts(texts);
  const { settings } = useShell();
  const { slotTopLeft, slotTopRight } = useSettings();
  if (onGo !== undefined) return <IconButton icon="x" label={t.close} onClick={onGo} />;
  if (!mini && ![...slotTopLeft, ...slotTopRight].includes('menu')) return null;
  return (
    <IconButton
      icon="list"
      label={mini ? t.widenMenu : t.narrowMenu}
      onClick={() => settings.change({ drawer: mini ? 'wide' : 'mini' })}
    />
  );
}

/** The person themselves, by whom they choose their state. */
function Own() {
  const client = useClient();
  const user = useValue(client.user);
  const presence = useValue(presenceParts);
  const name = user === undefined ? client.account.user : `${user.firstName} ${user.lastName}`.trim() || user.userName;
  return (
    <button
      type="button"
      className="drawer-user"
      title={name}
      aria-haspopup="dialog"
      onClick={(event) => presence?.choose(event.currentTarget.getBoundingClientRect())}
    >
      <Portrait name={name} picture={user?.avatar ?? null} userId={user?.id} />
      <span>
        <strong>{name}</strong>
        {presence ? <presence.OwnState /> : client.account.user}
      </span>
    </button>
  );
}

/** The main menu at the left: wide, or as icons. `onGo` is called where it stands in a sheet. What goes on within a screen does not draw it anew. */
export const Drawer = memo(function Drawer({ path, onGo }: { path: string; onGo?: () => void }) {
  const t = useTexts(texts);
  const { modules } = useShell();
  const { drawer } = useSettings();
  const isLoading = useLoadingShown();
  const client = useClient();
  const configuration = useValue(client.configuration);
  const formats = useFormats();
  const counts = useValue(useShell().unfinished);
  const elsewhere = sumOf(counts) - (counts.get(client.key) ?? 0);
  const [anchor, setAnchor] = useState<DOMRect>();
  const mini = drawer === 'mini' && onGo === undefined;
  const route = currentRoute(path);
  return (
    <nav className="drawer" data-mini={mini} aria-label={t.menu}>
      <div className="drawer-head">
        <MenuButton mini={mini} onGo={onGo} />
        {onGo === undefined ? <Slot of="slotTopLeft" /> : null}
        <button
          type="button"
          className="drawer-title"
          title={t.switcher}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
        >
          <span className="label">{configuration?.instance.title ?? client.account.title}</span>
          {elsewhere > 0 ? <span className="count">{formats.number(elsewhere)}</span> : null}
          <Icon name="caret-down" small />
        </button>
        <span className="grow" />
        <span className="drawer-loading" data-shown={isLoading} aria-hidden="true" />
        {onGo === undefined && !mini ? <Heads /> : null}
        {onGo === undefined ? <Slot of="slotTopRight" /> : null}
      </div>
      {onGo === undefined && !mini ? <FindField /> : null}
      {partsOf(useMenu()).map((part) => (
        <Fragment key={part[0]?.route}>
          {part[0]?.isKind ? (
            <p className="drawer-section" aria-hidden="true">
              {t.byKind}
            </p>
          ) : null}
          <ul>
            {part.map((entry) => (
              <li key={entry.route}>
                <Entry entry={entry} current={entry.route === route} {...(onGo === undefined ? {} : { onGo })} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      {modules.map(({ name: module, underMenu: Under }) =>
        Under === undefined ? null : (
          <Extra key={module}>
            <Under address={path} {...(onGo === undefined ? {} : { onGo })} />
          </Extra>
        ),
      )}
      <span className="grow" />
      <div className="drawer-foot">
        {mini ? <Heads /> : null}
        {onGo === undefined ? <Slot of="slotBottomLeft" /> : null}
        <Own />
        {onGo === undefined ? <Slot of="slotBottomRight" /> : null}
      </div>
      {anchor === undefined ? null : (
        <Requested>
          <Switcher anchor={anchor} onClose={() => setAnchor(undefined)} {...(onGo === undefined ? {} : { onGo })} />
        </Requested>
      )}
    </nav>
  );
});

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
  const isLoading = useLoadingShown();
  return (
    <nav className="bottom-menu" aria-label={t.menu}>
      <Slot of="slotBottomLeft" labelled />
      <button type="button" onClick={onMenu}>
        <Icon name="list" />
        <span className="drawer-loading" data-shown={isLoading} aria-hidden="true" />
        <span className="label">{t.menu}</span>
      </button>
      {bottomOf(useMenu(), settings).map((entry) => (
        <MenuLink key={entry.route} entry={entry} current={entry.route === route}>
          <MenuSign entry={entry} current={entry.route === route} />
          <span className="label">{entry.label[language]}</span>
          <Count entry={entry} most={99} />
        </MenuLink>
      ))}
      <Slot of="slotBottomRight" labelled />
    </nav>
  );
}
