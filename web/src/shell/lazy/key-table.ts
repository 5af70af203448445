import type { IconName } from '../../ui/icon-names.ts';
import type { Language } from '../language.ts';

export const KEY_AREAS = ['move', 'act', 'tabs', 'list', 'places', 'general'] as const;
type KeyArea = (typeof KEY_AREAS)[number];

/** What a key does, for the sheet of keys, the page that changes them and, where it acts on items, for the palette. */
export interface KeyLine {
  readonly area: KeyArea;
  readonly label: Readonly<Record<Language, string>>;
  /** Usual key, which is also what the action is called; a line without one cannot be changed. */
  readonly key?: string;
  /** Instead of it: as it is shown. */
  readonly shown?: string;
  readonly icon?: IconName;
  /** The palette offers it, where it does something. */
  readonly offered?: true;
}

const line = (area: KeyArea, key: string, de: string, en: string, icon?: IconName): KeyLine => ({
  area,
  key,
  label: { de, en },
  ...(icon === undefined ? {} : { icon, offered: true }),
});
const fixed = (area: KeyArea, shown: string, de: string, en: string): KeyLine => ({ area, shown, label: { de, en } });

/** All that keys do, but for the places of the menu. */
export const KEY_LINES: readonly KeyLine[] = [
  line('move', 'j', 'Nächster Eintrag', 'Next item'),
  line('move', 'k', 'Voriger Eintrag', 'Previous item'),
  fixed('move', '↑ ↓', 'Voriger, nächster Eintrag', 'Previous, next item'),
  fixed('move', 'Enter', 'Öffnen; was geöffnet ist, offen halten', 'Open; keep what is open'),
  line('move', 'Ctrl+Enter', 'In eigenem Reiter öffnen', 'Open in a tab of its own'),
  fixed('move', 'Esc', 'Schließen, Auswahl aufheben', 'Close, clear selection'),
  line('act', 'x', 'Auswählen', 'Select', 'check-square'),
  line('act', 'X', 'Gruppe auswählen', 'Select group', 'check-square'),
  line('act', 'J', 'Auswahl nach unten erweitern', 'Extend selection downwards'),
  line('act', 'K', 'Auswahl nach oben erweitern', 'Extend selection upwards'),
  line('act', 'e', 'Erledigt', 'Done', 'check'),
  line('act', 'u', 'Neu', 'New', 'envelope-simple'),
  line('act', 'i', 'In Bearbeitung', 'In process', 'circle-half'),
  line('act', 'a', 'Archivieren', 'Archive', 'archive'),
  line('act', '#', 'Löschen', 'Delete', 'trash'),
  line('act', 'z', 'Rückgängig', 'Undo', 'arrow-counter-clockwise'),
  line('tabs', 'h', 'Voriger Reiter', 'Previous tab', 'caret-right'),
  line('tabs', 'l', 'Nächster Reiter', 'Next tab', 'caret-right'),
  line('tabs', 'p', 'Reiter offen halten', 'Keep tab open', 'note'),
  line('tabs', 'w', 'Reiter schließen', 'Close tab', 'x'),
  line('tabs', 'W', 'Andere Reiter schließen', 'Close other tabs', 'x'),
  line('list', '/', 'Suchen', 'Search', 'magnifying-glass'),
  line('list', 'f', 'Filter', 'Filter', 'funnel'),
  line('list', 's', 'Gespeicherte Filter', 'Saved filters', 'bookmark-simple'),
  line('list', 'S', 'Diese Liste speichern', 'Save this list', 'bookmark-simple'),
  line('list', 'v', 'Ansicht der Liste', 'View of the list', 'sliders-horizontal'),
  line('list', '.', 'Angaben zum Eintrag', 'About the item', 'eye'),
  fixed('list', '← →', 'Gruppe zuklappen, wieder zeigen', 'Fold group, show it again'),
  fixed('places', 'G 1 … 9', 'Zur ersten bis neunten Instanz wechseln', 'Switch to the first to ninth instance'),
  line('general', 'o', 'Personen', 'People', 'users'),
  line('general', 'Ctrl+k', 'Alles finden und tun', 'Find and do anything'),
  line('general', '?', 'Übersicht der Tasten', 'Overview of keys', 'keyboard'),
];
