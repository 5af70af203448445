import { defineTexts } from '../../shell/index.ts';

export const problemTexts = defineTexts(
  {
    OFFLINE: 'Dafür braucht es eine Verbindung. Was Sie geschrieben haben, bleibt hier stehen.',
    RIGHT_MISSING: 'Ihnen fehlt das Recht dazu.',
    NOT_FOUND: 'Das gibt es nicht mehr, oder es ist für andere bestimmt.',
    PHONECALL_CONFLICT:
      'Jemand anderes hat den Anruf inzwischen geändert. Sehen Sie nach, was jetzt dort steht, und speichern Sie noch einmal.',
    PHONE_TIME_INVALID: 'Diese Zeit gibt es nicht, oder sie liegt mehr als einen Tag in der Zukunft.',
    PHONE_NUMBER_INVALID:
      'Das ist keine Telefonnummer. Erlaubt sind Ziffern mit einem Plus davor; Zeichen wie * und #, die Telefone steuern, sind es nicht.',
    PHONE_ADDRESS_INVALID: 'Diese Adresse kann nicht aufgerufen werden. Prüfen Sie Rechner, Port und Schreibweise.',
    PHONE_ZONE_UNKNOWN: 'Diese Zeitzone ist unbekannt. Ein Beispiel: Europe/Berlin.',
    TOO_MANY_PHONE_LINES: 'Mehr davon kann es nicht geben.',
    CALL_LIST_EXISTS: 'So heißt schon eine andere Anrufliste.',
    CALL_LIST_NOT_EMPTY: 'In dieser Liste liegen noch Anrufe, oder eine Telefonanlage legt ihre Anrufe dort ab.',
    PHONE_BOOK_ENTRY_EXISTS: 'Diese Nummer steht schon unter diesem Namen im Telefonbuch.',
    PHONE_BOOK_MERGE_INVALID: 'So lassen sich die Einträge nicht zusammenführen.',
    PHONE_BOOK_MERGE_GONE:
      'Das lässt sich nicht mehr rückgängig machen: Es ist zu lange her, schon geschehen, oder das Ergebnis wurde weiter zusammengeführt.',
    PHONE_BOOK_FILE_UNREADABLE:
      'Diese Datei lässt sich nicht lesen. Möglich sind CSV und vCard; speichern Sie Tabellen aus Excel als CSV.',
    PHONE_BOOK_FILE_TOO_LARGE:
      'Die Datei ist zu groß. Möglich sind 20 MB, 50.000 Zeilen und 300 Spalten. Teilen Sie sie.',
    PHONE_BOOK_IMPORT_SETUP: 'Es fehlt eine Spalte für den Namen oder für die Nummer.',
    PHONE_BOOK_IMPORT_GONE: 'Das lässt sich nicht mehr zurücknehmen: Es ist schon geschehen, oder zu lange her.',
    PHONE_SYSTEM_AWAY: 'Die Telefonanlage hat nicht geantwortet.',
    PARAMETERS_INVALID: 'Eine der Angaben ist zu lang, oder es fehlt etwas.',
    other: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
  {
    OFFLINE: 'This needs a connection. What you have written stays here.',
    RIGHT_MISSING: 'You lack the right to do this.',
    NOT_FOUND: 'It does not exist any more, or it is for others.',
    PHONECALL_CONFLICT: 'Somebody else has changed the call meanwhile. Look at what is there now, and save once more.',
    PHONE_TIME_INVALID: 'There is no such time, or it is more than a day ahead.',
    PHONE_NUMBER_INVALID:
      'This is no phone number. Digits with a plus sign in front are allowed; signs that steer telephones, as * and #, are not.',
    PHONE_ADDRESS_INVALID: 'This address cannot be called. Check host, port and spelling.',
    PHONE_ZONE_UNKNOWN: 'This time zone is unknown. An example: Europe/Berlin.',
    TOO_MANY_PHONE_LINES: 'There cannot be more of them.',
    CALL_LIST_EXISTS: 'Another list of calls has this name already.',
    CALL_LIST_NOT_EMPTY: 'There still are calls in this list, or a telephone system puts its calls there.',
    PHONE_BOOK_ENTRY_EXISTS: 'This number has this name in the phone book already.',
    PHONE_BOOK_MERGE_INVALID: 'The entries cannot be merged like this.',
    PHONE_BOOK_MERGE_GONE:
      'This cannot be undone any more: it is too long ago, done already, or what came of it was merged again.',
    PHONE_BOOK_FILE_UNREADABLE: 'This file cannot be read. CSV and vCard can; save tables of Excel as CSV.',
    PHONE_BOOK_FILE_TOO_LARGE: 'The file is too large. The most is 20 MB, 50,000 rows and 300 columns. Split it.',
    PHONE_BOOK_IMPORT_SETUP: 'A column for the name or for the number is missing.',
    PHONE_BOOK_IMPORT_GONE: 'This cannot be taken back any more: it was done already, or is too long ago.',
    PHONE_SYSTEM_AWAY: 'The telephone system has not answered.',
    PARAMETERS_INVALID: 'One of the entries is too long, or something is missing.',
    other: 'That did not work. Please try again.',
  },
);
