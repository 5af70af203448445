import type { IconName } from '../../ui/icon-names.ts';
import type { Language } from '../language.ts';

export const KEY_AREAS = ['move', 'act', 'write', 'tabs', 'list', 'calendar', 'calls', 'places', 'general'] as const;
type KeyArea = (typeof KEY_AREAS)[number];

/** What a key does, for the sheet of keys, the page that changes them and, where it acts on items, for the palette. */
export interface KeyLine {
  readonly area: KeyArea;
  readonly label: Readonly<Record<Language, string>>;
  /** Usual key, which is also what the action is called; a line without one cannot be changed. */
  readonly key?: string;
  /** Instead of it: the keys that are shown, by what the browser calls them. */
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
  fixed('move', 'ArrowUp ArrowDown', 'Voriger, nächster Eintrag', 'Previous, next item'),
  fixed('move', 'Enter', 'Öffnen; was geöffnet ist, offen halten', 'Open; keep what is open'),
  line('move', 'Ctrl+Enter', 'In eigenem Reiter öffnen', 'Open in a tab of its own'),
  fixed('move', 'Escape', 'Schließen, Auswahl aufheben', 'Close, clear selection'),
  line('act', 'x', 'Auswählen', 'Select', 'check-square'),
  line('act', 'X', 'Gruppe auswählen', 'Select group', 'check-square'),
  line('act', 'J', 'Auswahl nach unten erweitern', 'Extend selection downwards'),
  line('act', 'K', 'Auswahl nach oben erweitern', 'Extend selection upwards'),
  line('act', 'e', 'Erledigt', 'Done', 'check'),
  line('act', 'u', 'Neu', 'New', 'envelope-simple'),
  line('act', 'i', 'In Bearbeitung', 'In process', 'circle-half'),
  line('act', 'a', 'Archivieren', 'Archive', 'archive'),
  line('act', 'b', 'Zurückstellen', 'Snooze', 'clock'),
  line('act', '#', 'Löschen', 'Delete', 'trash'),
  line('act', 'r', 'Antworten', 'Reply', 'arrow-bend-up-left'),
  line('act', 'A', 'Allen antworten', 'Reply to all', 'arrow-bend-double-up-left'),
  line('act', 'F', 'Weiterleiten', 'Forward', 'arrow-bend-up-right'),
  line(
    'act',
    'E',
    'Dokument, eigenen Text bearbeiten; E-Mail als neue bearbeiten',
    'Edit document, own text; edit email as new',
    'pencil-simple',
  ),
  line('act', 't', 'E-Mail übernehmen, abgeben', 'Claim email, give it back', 'user'),
  line('act', 'd', 'Mit Datensatz verknüpfen', 'Link with a record', 'address-book'),
  line('act', 'D', 'Verknüpfte Datensätze', 'Linked records', 'address-book'),
  line(
    'act',
    'U',
    'Feld der ausgewählten Datensätze ändern',
    'Change a field of the selected records',
    'pencil-simple',
  ),
  line('act', 'L', 'Verknüpfung mit dem Datensatz entfernen', 'Unlink from the record', 'link-break'),
  line('act', 'y', 'Teilen', 'Share', 'user-plus'),
  line('act', 'm', 'Intern kommentieren', 'Comment internally', 'chat-text'),
  line('act', 'n', 'Nächste E-Mail des Threads', 'Next email of the thread', 'arrow-down'),
  line('act', 'N', 'Vorige E-Mail des Threads', 'Previous email of the thread', 'arrow-up'),
  line('act', ';', 'Alle E-Mails des Threads aufklappen', 'Open all emails of the thread', 'arrows-out'),
  line('act', 'T', 'Auf den nächsten Tag', 'To the next day', 'calendar-blank'),
  line('act', 'V', 'Um eine Woche verschieben', 'Move by a week', 'fast-forward'),
  line('act', '*', 'Favorit', 'Favourite', 'star'),
  line('act', 'O', 'Dieses Mal auslassen', 'Leave out this time', 'repeat'),
  line('act', 'C', 'Aufgabe daraus', 'Task of it', 'check-square'),
  line('act', 'M', 'Notiz daraus', 'Note of it', 'note'),
  line('act', 'Y', 'Memo dazu', 'Memo about it', 'notepad'),
  line('act', 'I', 'Kollegen fragen', 'Ask colleagues', 'chat-text'),
  line('act', 'z', 'Rückgängig', 'Undo', 'arrow-counter-clockwise'),
  line('tabs', 'h', 'Voriger Reiter', 'Previous tab', 'caret-right'),
  line('tabs', 'l', 'Nächster Reiter', 'Next tab', 'caret-right'),
  line('tabs', 'p', 'Reiter offen halten', 'Keep tab open', 'note'),
  line('tabs', 'w', 'Reiter schließen', 'Close tab', 'x'),
  line('tabs', 'W', 'Andere Reiter schließen', 'Close other tabs', 'x'),
  line('list', '/', 'Suchen', 'Search', 'magnifying-glass'),
  line('list', ',', 'Aufgabe in einer Zeile schreiben', 'Type a task in one line', 'check-square'),
  line('list', 'f', 'Filter', 'Filter', 'funnel'),
  line('list', 's', 'Gespeicherte Filter', 'Saved filters', 'bookmark-simple'),
  line('list', 'S', 'Diese Liste speichern', 'Save this list', 'bookmark-simple'),
  line('list', 'v', 'Ansicht der Liste', 'View of the list', 'sliders-horizontal'),
  line('list', '.', 'Angaben zum Eintrag', 'About the item', 'eye'),
  fixed('list', 'ArrowLeft ArrowRight', 'Gruppe zuklappen, wieder zeigen', 'Fold group, show it again'),
  fixed('calendar', '1 … 6', 'Tag, Woche, Monat, Jahr, Liste, Agenda', 'Day, week, month, year, list, agenda'),
  fixed('calendar', 'T', 'Heute', 'Today'),
  fixed('calendar', 'J K', 'Später, früher', 'Later, earlier'),
  fixed('calendar', 'C', 'Neuer Termin', 'New appointment'),
  fixed('calendar', 'F', 'Zeit finden', 'Find a time'),
  fixed('calendar', 'Ctrl ArrowUp ArrowDown', 'Termin früher, später', 'Appointment earlier, later'),
  fixed('calendar', 'Ctrl ArrowLeft ArrowRight', 'Termin einen Tag früher, später', 'Appointment a day earlier, later'),
  fixed('calendar', 'Ctrl Shift ArrowUp ArrowDown', 'Termin kürzer, länger', 'Appointment shorter, longer'),
  fixed('calendar', 'Delete', 'Termin löschen', 'Delete appointment'),
  fixed('calls', 'Ctrl R', 'Zurückrufen', 'Call back'),
  fixed('calls', 'Shift B', 'Rückruf vormerken', 'Note a callback'),
  fixed('calls', 'Shift L', 'Mit Datensatz verknüpfen', 'Link with a record'),
  fixed('calls', 'Shift N', 'Zum Grund des Anrufs', 'To the reason of the call'),
  fixed('calls', 'F9', 'In die Karte eines Anrufs, und zurück', 'Into the card of a call, and back'),
  fixed(
    'calls',
    'Alt 1 … 4',
    'Karte: Datensatz, Notiz, Weitergeben, Nicht für mich',
    'Card: record, note, hand over, not for me',
  ),
  fixed('places', 'G 1 … 9', 'Zur ersten bis neunten Instanz wechseln', 'Switch to the first to ninth instance'),
  line('write', 'c', 'Neue E-Mail', 'New email', 'pencil-simple'),
  line('write', 'q', 'Neue Aufgabe', 'New task', 'check-square'),
  line('write', 'Q', 'Neue Notiz', 'New note', 'note'),
  line('write', 'P', 'Neue Nachricht', 'New message', 'chat-text'),
  line('write', 'H', 'Neuer Termin', 'New appointment', 'calendar-blank'),
  line('write', 'R', 'Neuer Datensatz', 'New record', 'address-book'),
  line('write', 'G', 'Anruf festhalten', 'Note a call', 'phone-plus'),
  fixed('write', 'Ctrl Enter', 'Senden', 'Send'),
  fixed(
    'write',
    'Ctrl Shift Enter',
    'Senden, und die beantwortete E-Mail ist Erledigt',
    'Send, and the answered email is Done',
  ),
  fixed('write', 'Ctrl S', 'Als Entwurf speichern', 'Save as draft'),
  fixed('write', 'Ctrl Shift D', 'Verwerfen', 'Discard'),
  fixed('write', 'Alt A, C, B, S', 'Zu An, Kopie, Blindkopie, Betreff', 'To To, Cc, Bcc, subject'),
  fixed('write', 'Alt Enter', 'Ganze Breite, wieder neben der Liste', 'Full width, beside the list again'),
  fixed('write', '! @', 'Am Wortanfang: Vorlage, Person', 'At the beginning of a word: template, person'),
  fixed('write', 'Ctrl B I U', 'Fett, kursiv, unterstrichen', 'Bold, italic, underlined'),
  fixed('write', 'Ctrl Shift 7, 8, 9', 'Nummerierte Liste, Liste, Zitat', 'Numbered list, list, quote'),
  fixed('write', 'Ctrl Shift V', 'Ohne Gestaltung einfügen', 'Paste without formatting'),
  line('general', 'o', 'Personen', 'People', 'users'),
  line('general', 'g s', 'Eigenen Zustand wählen', 'Choose own state', 'circle-half'),
  line('general', 'B', 'Erinnerungen', 'Reminders', 'bell'),
  line('general', 'Ctrl+k', 'Alles finden und tun', 'Find and do anything'),
  line('general', '?', 'Übersicht der Tasten', 'Overview of keys', 'keyboard'),
];
