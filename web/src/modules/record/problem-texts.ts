import { MAX_FAVOURITES, MAX_LINKS } from '@kontor/contract/record';
import { defineTexts } from '../../shell/index.ts';

/** What went wrong with a record, what it means, and what to do. */
export const recordProblems = defineTexts(
  {
    RECORD_INVALID: 'So lässt sich der Datensatz nicht speichern. Was zu ändern ist, steht bei den Feldern.',
    RECORD_CONFLICT:
      'Jemand anders hat diesen Datensatz inzwischen geändert. Gespeichert ist noch nichts: Wählen Sie, was gelten soll.',
    RECORD_MERGED: 'Dieser Datensatz ist inzwischen Teil eines anderen. Öffnen Sie ihn neu, um dort weiterzuschreiben.',
    RECORD_TOO_MANY_LINKS: `Ein Eintrag kann mit höchstens ${MAX_LINKS} Datensätzen verknüpft sein. Entfernen Sie eine Verknüpfung, die niemand mehr braucht.`,
    TOO_MANY_FAVOURITES: `Mehr als ${MAX_FAVOURITES} Favoriten kann niemand haben. Nehmen Sie erst einen heraus.`,
    QUERY_CONFLICT: 'Jemand anders hat diese Abfrage inzwischen geändert. Hier steht jetzt der neue Stand.',
    QUERY_INVALID: 'So lässt sich die Abfrage nicht speichern.',
    KIND_INVALID: 'So lässt sich die Art nicht speichern. Was zu ändern ist, steht bei den Angaben.',
    KIND_CONFLICT: 'Jemand anders hat diese Art inzwischen geändert. Gespeichert ist noch nichts.',
    KIND_IN_USE: 'Diese Art wird noch gebraucht: von Datensätzen, oder von Feldern anderer Arten.',
  },
  {
    RECORD_INVALID: 'The record cannot be saved like this. What to change is said beside the fields.',
    RECORD_CONFLICT:
      'Somebody else has changed this record meanwhile. Nothing has been saved yet: choose what is to count.',
    RECORD_MERGED: 'This record is part of another one by now. Open it anew to go on writing there.',
    RECORD_TOO_MANY_LINKS: `An item can be linked with ${MAX_LINKS} records at most. Remove a link that nobody needs any more.`,
    TOO_MANY_FAVOURITES: `Nobody can have more than ${MAX_FAVOURITES} favourites. Remove one first.`,
    QUERY_CONFLICT: 'Somebody else has changed this query meanwhile. It is shown as it is now.',
    QUERY_INVALID: 'The query cannot be saved like this.',
    KIND_INVALID: 'The kind cannot be saved like this. What to change is said beside it.',
    KIND_CONFLICT: 'Somebody else has changed this kind meanwhile. Nothing has been saved yet.',
    KIND_IN_USE: 'This kind is still needed: by records, or by fields of other kinds.',
  },
);
