import type { IconName } from '../../ui/icon-names.ts';
import type { Language } from '../language.ts';

/** What a key does, for the sheet of keys and, where it acts on items, for the palette. */
export interface KeyLine {
  /** As it is shown: several keys with a blank between. */
  readonly shown: string;
  readonly label: Readonly<Record<Language, string>>;
  /** Key that the palette presses; a line without one only moves about. */
  readonly key?: string;
  readonly icon?: IconName;
}

export const KEY_LINES: readonly KeyLine[] = [
  { shown: 'J K', label: { de: 'Nächster, voriger Eintrag', en: 'Next, previous item' } },
  { shown: 'Enter', label: { de: 'Öffnen', en: 'Open' } },
  { shown: 'Esc', label: { de: 'Schließen, Auswahl aufheben', en: 'Close, clear selection' } },
  { shown: 'X', label: { de: 'Auswählen', en: 'Select' }, key: 'x', icon: 'check-square' },
  { shown: 'Shift J', label: { de: 'Auswahl erweitern', en: 'Extend selection' } },
  { shown: 'E', label: { de: 'Erledigt', en: 'Done' }, key: 'e', icon: 'check' },
  { shown: 'U', label: { de: 'Neu', en: 'New' }, key: 'u', icon: 'envelope-simple' },
  { shown: 'I', label: { de: 'In Bearbeitung', en: 'In process' }, key: 'i', icon: 'circle-half' },
  { shown: 'A', label: { de: 'Archivieren', en: 'Archive' }, key: 'a', icon: 'archive' },
  { shown: '#', label: { de: 'Löschen', en: 'Delete' }, key: '#', icon: 'trash' },
  { shown: 'Z', label: { de: 'Rückgängig', en: 'Undo' }, key: 'z', icon: 'arrow-counter-clockwise' },
  { shown: '/', label: { de: 'Suchen', en: 'Search' }, key: '/', icon: 'magnifying-glass' },
  { shown: 'F', label: { de: 'Filter', en: 'Filter' }, key: 'f', icon: 'funnel' },
  { shown: 'V', label: { de: 'Ansicht der Liste', en: 'View of the list' }, key: 'v', icon: 'sliders-horizontal' },
  { shown: '.', label: { de: 'Angaben zum Eintrag', en: 'About the item' }, key: '.', icon: 'eye' },
  { shown: '← →', label: { de: 'Gruppe zuklappen, wieder zeigen', en: 'Fold group, show it again' } },
];

/** Lines that stand behind the places of the menu. */
export const LAST_LINES: readonly KeyLine[] = [
  {
    shown: 'G 1 … 9',
    label: { de: 'Zur ersten bis neunten Instanz wechseln', en: 'Switch to the first to ninth instance' },
  },
  { shown: 'Ctrl K', label: { de: 'Alles finden und tun', en: 'Find and do anything' } },
  { shown: '?', label: { de: 'Diese Übersicht', en: 'This overview' }, key: '?', icon: 'keyboard' },
];
