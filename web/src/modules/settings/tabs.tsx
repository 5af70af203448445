import type { Manifest, SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { About } from './about.tsx';
import { AppIcons } from './app-icons.tsx';
import { Help } from './help.tsx';
import { keysOf, type TabKey } from './declared.ts';
import { Offline } from './offline.tsx';
import { SettingsOf } from './page.tsx';
import { isNotice, noticesOf } from './push/kinds.ts';
import { Push } from './push/page.tsx';
import { Senders } from './senders.tsx';
import { settingTexts, type NamedKey } from './setting-texts.ts';
import { Slots } from './slots.tsx';
import { SwipeLeft, SwipeRight } from './swipe-choice.tsx';
import { corners } from './toolbar-slots.tsx';
import { Transfer } from './transfer.tsx';
import { ZoneControl } from './zone.tsx';

const Schemes = lazily(() => import('./scheme/schemes.tsx').then((module) => module.Schemes));
const KeysPage = lazily(() => import('./keys/keys.tsx').then((module) => module.KeysPage));
const ThisDevicePage = lazily(() => import('./this-device/page.tsx').then((module) => module.ThisDevicePage));
// Brings a library for dragging along, which nothing else needs yet.
const MenuOrder = lazily(() => import('./menu-order.tsx').then((module) => module.MenuOrder));

const PAGES: readonly (Pick<SettingsTab, 'label' | 'component' | 'group' | 'words'> & {
  readonly key: Exclude<TabKey, 'mailWriting'>;
})[] = [
  {
    key: 'layout',
    group: 'appearance',
    label: { de: 'Darstellung', en: 'Layout' },
    component: () => <SettingsOf tab="layout" own={corners} />,
  },
  {
    key: 'theme',
    group: 'appearance',
    words: 'farbschema dunkel hell hintergrund colours dark light',
    label: { de: 'Farben', en: 'Theme' },
    component: () => <SettingsOf tab="theme" own={{ colourScheme: Schemes }} />,
  },
  {
    key: 'appIcon',
    group: 'appearance',
    words: 'symbol icon installieren',
    label: { de: 'App-Symbol', en: 'App icon' },
    component: () => <SettingsOf tab="appIcon" own={{ appIcon: AppIcons }} />,
  },
  { key: 'lists', group: 'working', label: { de: 'Listen', en: 'Lists' }, component: () => <SettingsOf tab="lists" /> },
  {
    key: 'controls',
    group: 'working',
    label: { de: 'Bedienung in Listen', en: 'Controls in lists' },
    component: () => <SettingsOf tab="controls" own={{ swipeRight: SwipeRight, swipeLeft: SwipeLeft }} />,
  },
  {
    key: 'keys',
    group: 'working',
    words: 'tastatur tastenkürzel shortcuts keyboard',
    label: { de: 'Tasten', en: 'Keys' },
    component: () => <SettingsOf tab="keys" own={{ keys: KeysPage }} />,
  },
  {
    key: 'menu',
    group: 'appearance',
    words: 'reihenfolge order unten bottom',
    label: { de: 'Menü', en: 'Menu' },
    component: () => <SettingsOf tab="menu" own={{ menuOrder: MenuOrder, bottomSlots: Slots }} />,
  },
  {
    key: 'behaviour',
    group: 'working',
    label: { de: 'Verhalten', en: 'Behaviour' },
    component: () => <SettingsOf tab="behaviour" own={{ imageSenders: Senders }} />,
  },
  {
    key: 'push',
    group: 'device',
    words: 'mitteilungen benachrichtigung gerät töne ruhezeiten notifications device quiet hours',
    label: { de: 'Benachrichtigungen', en: 'Push' },
    component: Push,
  },
  {
    key: 'timeZone',
    group: 'device',
    words: 'uhrzeit zeit time clock',
    label: { de: 'Zeitzone', en: 'Time zone' },
    component: () => <SettingsOf tab="timeZone" own={{ timeZone: ZoneControl }} />,
  },
  {
    key: 'offline',
    group: 'device',
    words: 'ohne netz speicher cache installieren app without network storage install',
    label: { de: 'Offline', en: 'Offline' },
    component: Offline,
  },
];

/** Behind the first two pages of the account; its third stands behind these, at the twelfth place. */
const FIRST_ORDER = 2.1;
const STEP = 0.9;

type Shown = (key: TabKey) => readonly NamedKey[];

const labelsOf = (keys: readonly NamedKey[]): NonNullable<SettingsTab['settings']> =>
  keys.map((name) => ({
    key: name,
    label: { de: settingTexts.de[name].label, en: settingTexts.en[name].label },
  }));

/** What is said of each setting of a page, in both languages. */
const hintsOf = (keys: readonly NamedKey[]): string =>
  keys
    .flatMap((name) => [settingTexts.de[name], settingTexts.en[name]])
    .flatMap((text) => ('hint' in text ? [text.hint] : []))
    .join(' ');

/** The pages that settings stand on, as far as these modules have any use for them. */
export function settingsTabs(modules: readonly Manifest[]): readonly SettingsTab[] {
  const notices = noticesOf(modules);
  const shownOf: Shown = (key) => keysOf(key).filter((name) => !isNotice(name) || notices.includes(name));
  return [
    ...PAGES.map((page, index): SettingsTab => ({
      ...page,
      order: FIRST_ORDER + index * STEP,
      settings: labelsOf(shownOf(page.key)),
      words: `${page.words ?? ''} ${hintsOf(shownOf(page.key))}`,
    })),
    {
      key: 'mailWriting',
      group: 'mail',
      label: { de: 'Schreiben', en: 'Writing' },
      order: 3,
      component: () => <SettingsOf tab="mailWriting" />,
      settings: labelsOf(shownOf('mailWriting')),
      words: hintsOf(shownOf('mailWriting')),
    },
    {
      key: 'thisDevice',
      group: 'device',
      words:
        'push test mitteilung testen wecker akku standort speicher abmelden notification alarm battery location storage sign out',
      label: { de: 'Dieses Gerät', en: 'This device' },
      order: 1,
      component: ThisDevicePage,
    },
    {
      key: 'transfer',
      group: 'personal',
      words: 'einstellungen sichern datei herunterladen übernehmen backup settings file download import export',
      label: { de: 'Sichern und übernehmen', en: 'Export and import' },
      order: 13,
      component: Transfer,
    },
    {
      key: 'help',
      group: 'help',
      words: 'anleitung suche operatoren tasten manual search operators keys',
      label: { de: 'Hilfe', en: 'Help' },
      order: 14,
      component: Help,
    },
    {
      key: 'about',
      group: 'help',
      words: 'version lizenzen impressum datenschutz licences imprint privacy',
      label: { de: 'Über Kontor', en: 'About Kontor' },
      order: 15,
      component: About,
    },
  ];
}
