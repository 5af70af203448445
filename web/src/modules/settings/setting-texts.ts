import { KINDS, type NoticeSetting } from '@kontor/contract/kernel';
import { SETTINGS, type SettingKey } from '@kontor/contract/settings';
import { defineTexts, nameOfKey, type Language } from '../../shell/index.ts';

/** What a setting is called, and what may be good to know about it. `options` by the values of a choice. */
export interface SettingWords {
  readonly label: string;
  readonly hint?: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** Settings that have a name: those on a page, and what a person has chosen in a list. */
export type NamedKey = Exclude<
  SettingKey,
  | 'drawer'
  | 'split'
  | 'settingsTab'
  | 'filterSplit'
  | 'peopleOpen'
  | 'peopleWidth'
  | 'recordLists'
  | 'recordSplit'
  | 'stateTexts'
>;
type Names = Readonly<Record<NamedKey, SettingWords>>;

/** Settings by which people are told of new items are called as the items are. */
const noticeLabels = (language: Language) =>
  Object.fromEntries(
    KINDS.flatMap(({ notices, words }) =>
      notices === undefined ? [] : [[notices.setting, { label: words[language].many }]],
    ),
  ) as Record<NoticeSetting, SettingWords>;

/** Hours at which the appointments of a day can come up, by their times. */
const hours = (nameOf: (hour: number) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(SETTINGS.calendarDayStarts.schema.options.map((time) => [time, nameOf(Number(time.slice(0, 2)))]));

export const settingTexts = defineTexts<Names>(
  {
    language: { label: 'Sprache', options: { auto: 'Automatisch', de: 'Deutsch', en: 'English' } },
    theme: { label: 'Helligkeit', options: { auto: 'Automatisch', light: 'Hell', dark: 'Dunkel' } },
    colourScheme: { label: 'Farbschema' },
    uniColourButtons: {
      label: 'Zustände in einer Farbe',
      hint: 'Neu, In Bearbeitung und Erledigt unterscheiden sich dann nur durch ihre Form.',
    },
    mailDark: {
      label: 'E-Mails dunkel zeigen',
      hint: 'Wenn Kontor dunkel ist. Jede E-Mail lässt sich einzeln hell zeigen.',
    },
    compactButtons: { label: 'Kompakte Knöpfe', hint: 'Aus: Knöpfe und Felder sind höher und leichter zu treffen.' },
    avatarMode: { label: 'Personen zeigen als', options: { avatar: 'Bild', initials: 'Initialen' } },
    splitView: {
      label: 'Liste und Eintrag nebeneinander',
      hint: 'Auf breiten Bildschirmen. Aus: Ein Eintrag öffnet sich an der Stelle der Liste.',
    },
    peoplePlace: {
      label: 'Personen stehen',
      hint: `${nameOfKey('o', 'de')} zeigt sie; auf kleinen Bildschirmen haben sie eine eigene Seite.`,
      options: { drawer: 'Rechts', menu: 'Unter dem Menü', none: 'Nur auf ihrer Seite' },
    },
    peopleView: { label: 'Personen zeigen in', options: { list: 'Liste', tiles: 'Kacheln' } },
    peopleOffline: { label: 'Auch zeigen, wer nicht da ist' },
    slotTopLeft: { label: 'Oben links' },
    slotTopRight: { label: 'Oben rechts' },
    slotBottomLeft: { label: 'Unten links' },
    slotBottomRight: { label: 'Unten rechts' },
    ...noticeLabels('de'),
    rowSize: { label: 'Zeilen in Listen', options: { large: 'Groß', compact: 'Kompakt' } },
    grouping: {
      label: 'Listen gliedern',
      options: { moduleGrouping: 'Nach Art', reason: 'Nach Anlass', timeframe: 'Nach Zeit', none: 'Gar nicht' },
    },
    archivedInLists: { label: 'Archivierte Einträge zeigen' },
    sharedInLists: { label: 'Geteilte Einträge zeigen' },
    mailThreads: {
      label: 'E-Mails zu Threads zusammenfassen',
      hint: 'Was aufeinander antwortet, steht beisammen: beim Lesen und als eine Zeile in Listen.',
    },
    lists: { label: 'Ansichten einzelner Listen' },
    listTables: { label: 'Reihenfolge und Spalten einzelner Listen' },
    controlsMode: { label: 'Mit dem Finger', options: { contextMenu: 'Menü', swipe: 'Wischen' } },
    swipeRight: { label: 'Nach rechts wischen' },
    swipeLeft: { label: 'Nach links wischen' },
    singleKeys: {
      label: 'Einzelne Tasten',
      hint: `Aus: Buchstaben, Ziffern und Zeichen lösen für sich allein nichts aus, etwa wenn Sie mit Sprache schreiben. ${nameOfKey('Ctrl+k', 'de')} findet weiterhin alles.`,
    },
    keys: { label: 'Tasten ändern' },
    messageEnter: {
      label: `${nameOfKey('Enter', 'de')} in Nachrichten`,
      hint: `${nameOfKey('Ctrl+Enter', 'de')} sendet immer.`,
      options: { line: 'Neue Zeile', send: 'Senden' },
    },
    backToListWhenDone: {
      label: 'Nach „Erledigt“ zurück zur Liste',
      hint: 'Aus: Der Eintrag bleibt geöffnet.',
    },
    messageUndoSeconds: {
      label: 'Nachrichten zurückholen können',
      hint: 'So lange hört niemand von einem Text, den Sie gesendet haben.',
      options: { '0': 'Nein', '5': '5 Sekunden', '10': '10 Sekunden', '20': '20 Sekunden', '30': '30 Sekunden' },
    },
    messageReadMarks: {
      label: 'Zeigen, wie weit Nachrichten gelesen sind',
      hint: 'Aus: Niemand sieht, was Sie gelesen haben, und Sie sehen es von niemandem.',
    },
    appointmentsInInbox: {
      label: 'Termine im Eingang',
      options: { day: 'An ihrem Tag und wenn sie fragen', asking: 'Nur wenn sie fragen', never: 'Nie' },
    },
    appointmentsDoneAlone: {
      label: 'Termine nach ihrem Ende erledigen',
      hint: 'Aus: Ein Termin bleibt in Bearbeitung, bis Sie ihn erledigen.',
    },
    calendarDayStarts: {
      label: 'Termine des Tages erscheinen ab',
      options: hours((hour) => `${hour} Uhr`),
    },
    calendarHiddenFeeds: { label: 'Abonnierte Kalender, die nicht gezeigt werden' },
    imageSenders: { label: 'Externe Bilder ohne Nachfrage laden' },
    mailUndoSeconds: {
      label: 'Senden rückgängig machen',
      options: {
        '10': '10 Sekunden',
        '0': 'Sofort senden',
        '5': '5 Sekunden',
        '20': '20 Sekunden',
        '30': '30 Sekunden',
      },
    },
    mailFormat: { label: 'Neue E-Mails', options: { html: 'Gestaltet', plain: 'Nur Text' } },
    mailQuote: {
      label: 'Antworten stehen',
      options: { above: 'Über dem Zitat', below: 'Unter dem Zitat', none: 'Ohne Zitat' },
    },
    mailAnswers: {
      label: 'Antworten schreiben',
      options: { beneath: 'Unter der E-Mail', tab: 'In einem eigenen Tab' },
    },
    mailAsksForAttachment: { label: 'An vergessene Anhänge erinnern' },
    mailAsksBeforeAll: { label: 'Vor Antworten an mehr als 10 Personen fragen' },
    mailClaimsOnAnswer: {
      label: 'E-Mails beim Antworten übernehmen',
      hint: 'In gemeinsamen Postfächern: Die anderen sehen, dass Sie sich darum kümmern.',
    },
    solidIcons: { label: 'Gefüllte Symbole im Menü' },
    menuOrder: { label: 'Reihenfolge im Menü' },
    bottomSlots: { label: 'Unten auf kleinen Bildschirmen' },
    bottomSlotsInverse: { label: 'Unten in umgekehrter Reihenfolge' },
    appIcon: { label: 'App-Symbol' },
    phonePush: {
      label: 'Anrufe melden',
      options: { missedAndCallbacks: 'Verpasste und Rückrufe', all: 'Auch wenn es klingelt', none: 'Nie' },
    },
    quietHours: { label: 'Ruhezeiten', hint: 'Bis zu ihrem Ende kommt keine Mitteilung auf Ihre Geräte.' },
    timeZone: { label: 'Zeitzone' },
    caching: { label: 'Schnellspeicher', options: { true: 'An', false: 'Aus' } },
    install: { label: 'Anbieten, Kontor zu installieren', options: { never: 'Nie' } },
  },
  {
    language: { label: 'Language', options: { auto: 'Automatic', de: 'Deutsch', en: 'English' } },
    theme: { label: 'Brightness', options: { auto: 'Automatic', light: 'Light', dark: 'Dark' } },
    colourScheme: { label: 'Colour scheme' },
    uniColourButtons: {
      label: 'States in one colour',
      hint: 'New, In process and Done are then told apart by their form alone.',
    },
    mailDark: {
      label: 'Show emails dark',
      hint: 'Where Kontor is dark. Each email can be shown light by itself.',
    },
    compactButtons: { label: 'Compact buttons', hint: 'Off: buttons and fields are taller and easier to hit.' },
    avatarMode: { label: 'Show people as', options: { avatar: 'Picture', initials: 'Initials' } },
    splitView: {
      label: 'List and item side by side',
      hint: 'On wide screens. Off: an item opens in the place of the list.',
    },
    peoplePlace: {
      label: 'People stand',
      hint: `${nameOfKey('o', 'en')} shows them; on small screens they have a page of their own.`,
      options: { drawer: 'At the right', menu: 'Below the menu', none: 'On their page only' },
    },
    peopleView: { label: 'Show people in', options: { list: 'A list', tiles: 'Tiles' } },
    peopleOffline: { label: 'Also show who is not there' },
    slotTopLeft: { label: 'Top left' },
    slotTopRight: { label: 'Top right' },
    slotBottomLeft: { label: 'Bottom left' },
    slotBottomRight: { label: 'Bottom right' },
    ...noticeLabels('en'),
    rowSize: { label: 'Rows in lists', options: { large: 'Large', compact: 'Compact' } },
    grouping: {
      label: 'Group lists',
      options: { moduleGrouping: 'By kind', reason: 'By reason', timeframe: 'By time', none: 'Not at all' },
    },
    archivedInLists: { label: 'Show archived items' },
    sharedInLists: { label: 'Show shared items' },
    mailThreads: {
      label: 'Gather emails to threads',
      hint: 'What answers each other stands together: when reading, and as one row of a list.',
    },
    lists: { label: 'Views of single lists' },
    listTables: { label: 'Order and columns of single lists' },
    controlsMode: { label: 'By finger', options: { contextMenu: 'Menu', swipe: 'Swipe' } },
    swipeRight: { label: 'Swipe to the right' },
    swipeLeft: { label: 'Swipe to the left' },
    singleKeys: {
      label: 'Single keys',
      hint: `Off: letters, digits and signs do nothing by themselves, as when you write by voice. ${nameOfKey('Ctrl+k', 'en')} still finds everything.`,
    },
    keys: { label: 'Change keys' },
    messageEnter: {
      label: `${nameOfKey('Enter', 'en')} in messages`,
      hint: `${nameOfKey('Ctrl+Enter', 'en')} always sends.`,
      options: { line: 'New line', send: 'Send' },
    },
    backToListWhenDone: { label: 'Back to the list after “Done”', hint: 'Off: the item stays open.' },
    messageUndoSeconds: {
      label: 'Take messages back',
      hint: 'For so long nobody hears of a text that you have sent.',
      options: { '0': 'No', '5': '5 seconds', '10': '10 seconds', '20': '20 seconds', '30': '30 seconds' },
    },
    messageReadMarks: {
      label: 'Show how far messages were read',
      hint: 'Off: nobody sees what you have read, and you see it of nobody.',
    },
    appointmentsInInbox: {
      label: 'Appointments in the inbox',
      options: { day: 'On their day and when they ask', asking: 'Only when they ask', never: 'Never' },
    },
    appointmentsDoneAlone: {
      label: 'Set appointments to done after their end',
      hint: 'Off: an appointment stays in process until you set it to done.',
    },
    calendarDayStarts: {
      label: 'Appointments of the day come up at',
      options: hours((hour) => `${hour}:00`),
    },
    calendarHiddenFeeds: { label: 'Subscribed calendars that are not shown' },
    imageSenders: { label: 'Load external images without asking' },
    mailUndoSeconds: {
      label: 'Undo sending',
      options: { '10': '10 seconds', '0': 'Send at once', '5': '5 seconds', '20': '20 seconds', '30': '30 seconds' },
    },
    mailFormat: { label: 'New emails', options: { html: 'Formatted', plain: 'Text only' } },
    mailQuote: {
      label: 'Answers stand',
      options: { above: 'Above the quote', below: 'Below the quote', none: 'Without a quote' },
    },
    mailAnswers: {
      label: 'Write answers',
      options: { beneath: 'Beneath the email', tab: 'In a tab of their own' },
    },
    mailAsksForAttachment: { label: 'Remind of forgotten attachments' },
    mailAsksBeforeAll: { label: 'Ask before answering more than 10 people' },
    mailClaimsOnAnswer: {
      label: 'Claim emails when answering',
      hint: 'In shared mailboxes: the others see that you take care of them.',
    },
    solidIcons: { label: 'Solid icons in the menu' },
    menuOrder: { label: 'Order of the menu' },
    bottomSlots: { label: 'At the bottom of small screens' },
    bottomSlotsInverse: { label: 'Bottom in reverse order' },
    appIcon: { label: 'App icon' },
    phonePush: {
      label: 'Notify of calls',
      options: { missedAndCallbacks: 'Missed ones and callbacks', all: 'Also when it rings', none: 'Never' },
    },
    quietHours: { label: 'Quiet hours', hint: 'Your devices are sent no notification until they end.' },
    timeZone: { label: 'Time zone' },
    caching: { label: 'Performance caching', options: { true: 'On', false: 'Off' } },
    install: { label: 'Offer to install Kontor', options: { never: 'Never' } },
  },
);
