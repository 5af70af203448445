import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { About } from './about.tsx';
import { AppIcons } from './app-icons.tsx';
import { Help } from './help.tsx';
import { keysOf, type TabKey } from './declared.ts';
import { Offline } from './offline.tsx';
import { SettingsOf } from './page.tsx';
import { TOLD_KEYS } from './push/kinds.ts';
import { Push } from './push/page.tsx';
import { Senders } from './senders.tsx';
import { settingTexts } from './setting-texts.ts';
import { Slots } from './slots.tsx';
import { SwipeLeft, SwipeRight } from './swipe-choice.tsx';
import { corners } from './toolbar-slots.tsx';
import { Transfer } from './transfer.tsx';
import { ZoneControl } from './zone.tsx';

const Schemes = lazily(() => import('./scheme/schemes.tsx').then((module) => module.Schemes));
const KeysPage = lazily(() => import('./keys/keys.tsx').then((module) => module.KeysPage));
// Brings a library for dragging along, which nothing else needs yet.
const MenuOrder = lazily(() => import('./menu-order.tsx').then((module) => module.MenuOrder));

const PAGES: readonly (Pick<SettingsTab, 'label' | 'component'> & { readonly key: Exclude<TabKey, 'mailWriting'> })[] =
  [
    {
      key: 'layout',
      label: { de: 'Darstellung', en: 'Layout' },
      component: () => <SettingsOf tab="layout" own={corners} />,
    },
    {
      key: 'theme',
      label: { de: 'Farben', en: 'Theme' },
      component: () => <SettingsOf tab="theme" own={{ colourScheme: Schemes }} />,
    },
    {
      key: 'appIcon',
      label: { de: 'App-Symbol', en: 'App icon' },
      component: () => <SettingsOf tab="appIcon" own={{ appIcon: AppIcons }} />,
    },
    { key: 'lists', label: { de: 'Listen', en: 'Lists' }, component: () => <SettingsOf tab="lists" /> },
    {
      key: 'controls',
      label: { de: 'Bedienung in Listen', en: 'Controls in lists' },
      component: () => <SettingsOf tab="controls" own={{ swipeRight: SwipeRight, swipeLeft: SwipeLeft }} />,
    },
    {
      key: 'keys',
      label: { de: 'Tasten', en: 'Keys' },
      component: () => <SettingsOf tab="keys" own={{ keys: KeysPage }} />,
    },
    {
      key: 'menu',
      label: { de: 'Menü', en: 'Menu' },
      component: () => <SettingsOf tab="menu" own={{ menuOrder: MenuOrder, bottomSlots: Slots }} />,
    },
    {
      key: 'behaviour',
      label: { de: 'Verhalten', en: 'Behaviour' },
      component: () => <SettingsOf tab="behaviour" own={{ imageSenders: Senders }} />,
    },
    { key: 'push', label: { de: 'Benachrichtigungen', en: 'Push' }, component: Push },
    {
      key: 'timeZone',
      label: { de: 'Zeitzone', en: 'Time zone' },
      component: () => <SettingsOf tab="timeZone" own={{ timeZone: ZoneControl }} />,
    },
    { key: 'offline', label: { de: 'Offline', en: 'Offline' }, component: Offline },
  ];

/** Behind the first two pages of the account; its third stands behind these, at the twelfth place. */
const FIRST_PLACE = 2.1;
const STEP = 0.9;

/** Kinds whose module is still to come have no control. */
const shownOf = (key: TabKey) =>
  keysOf(key).filter((name) => key !== 'push' || name === 'quietHours' || TOLD_KEYS.includes(name));

const found = (key: TabKey): SettingsTab['settings'] =>
  shownOf(key).map((name) => ({
    key: name,
    label: { de: settingTexts.de[name].label, en: settingTexts.en[name].label },
  }));

export const settingsTabs: readonly SettingsTab[] = [
  ...PAGES.map((page, index): SettingsTab => ({
    ...page,
    group: 'personal',
    order: FIRST_PLACE + index * STEP,
    settings: found(page.key) ?? [],
  })),
  {
    key: 'mailWriting',
    group: 'mail',
    label: { de: 'Schreiben', en: 'Writing' },
    order: 3,
    component: () => <SettingsOf tab="mailWriting" />,
    settings: found('mailWriting') ?? [],
  },
  {
    key: 'transfer',
    group: 'personal',
    label: { de: 'Sichern und übernehmen', en: 'Export and import' },
    order: 13,
    component: Transfer,
  },
  { key: 'help', group: 'personal', label: { de: 'Hilfe', en: 'Help' }, order: 14, component: Help },
  { key: 'about', group: 'personal', label: { de: 'Über Kontor', en: 'About Kontor' }, order: 15, component: About },
];
