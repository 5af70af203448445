import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { About, Help } from './about.tsx';
import { keysOf, type TabKey } from './declared.ts';
import { Offline } from './offline.tsx';
import { SettingsOf } from './page.tsx';
import { Senders } from './senders.tsx';
import { settingTexts } from './setting-texts.ts';
import { Slots } from './slots.tsx';
import { Transfer } from './transfer.tsx';
import { ZoneControl } from './zone.tsx';

const Schemes = lazily(() => import('./scheme/schemes.tsx').then((module) => module.Schemes));
// Brings a library for dragging along, which nothing else needs yet.
const MenuOrder = lazily(() => import('./menu-order.tsx').then((module) => module.MenuOrder));

const PAGES: readonly (Pick<SettingsTab, 'label' | 'component'> & { readonly key: TabKey })[] = [
  { key: 'layout', label: { de: 'Darstellung', en: 'Layout' }, component: () => <SettingsOf tab="layout" /> },
  {
    key: 'theme',
    label: { de: 'Farben', en: 'Theme' },
    component: () => <SettingsOf tab="theme" own={{ colourScheme: Schemes }} />,
  },
  { key: 'lists', label: { de: 'Listen', en: 'Lists' }, component: () => <SettingsOf tab="lists" /> },
  {
    key: 'controls',
    label: { de: 'Bedienung in Listen', en: 'Controls in lists' },
    component: () => <SettingsOf tab="controls" />,
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
  {
    key: 'timeZone',
    label: { de: 'Zeitzone', en: 'Time zone' },
    component: () => <SettingsOf tab="timeZone" own={{ timeZone: ZoneControl }} />,
  },
  { key: 'offline', label: { de: 'Offline', en: 'Offline' }, component: Offline },
];

/** Between the pages of the account, which are the first two and the eleventh. */
const FIRST_PLACE = 3;

const found = (key: TabKey): SettingsTab['settings'] =>
  keysOf(key).map((name) => ({
    key: name,
    label: { de: settingTexts.de[name].label, en: settingTexts.en[name].label },
  }));

export const settingsTabs: readonly SettingsTab[] = [
  ...PAGES.map((page, index): SettingsTab => ({
    ...page,
    group: 'personal',
    order: FIRST_PLACE + index,
    settings: found(page.key) ?? [],
  })),
  {
    key: 'transfer',
    group: 'personal',
    label: { de: 'Sichern und übernehmen', en: 'Export and import' },
    order: 12,
    component: Transfer,
  },
  { key: 'help', group: 'personal', label: { de: 'Hilfe', en: 'Help' }, order: 13, component: Help },
  { key: 'about', group: 'personal', label: { de: 'Über Kontor', en: 'About' }, order: 14, component: About },
];
