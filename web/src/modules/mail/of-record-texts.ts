import { defineTexts } from '../../shell/index.ts';

/** What is said of the files of a record's mails. */
export const ofRecordTexts = defineTexts(
  {
    list: 'Anhänge der verknüpften E-Mails',
    none: 'Keine Anhänge',
    noneHint: 'Hier stehen die Dateien der E-Mails, die mit diesem Datensatz verknüpft sind und die Sie sehen dürfen.',
    noSubject: '(kein Betreff)',
    open: (subject: string) => `${subject} öffnen`,
    failed: 'Die Anhänge konnten nicht geladen werden.',
    offline: 'Dafür braucht es eine Verbindung.',
    more: 'Ältere zeigen',
  },
  {
    list: 'Attachments of the linked emails',
    none: 'No attachments',
    noneHint: 'The files of the emails stand here that are linked with this record and that you may see.',
    noSubject: '(no subject)',
    open: (subject) => `Open ${subject}`,
    failed: 'The attachments could not be loaded.',
    offline: 'This needs a connection.',
    more: 'Show older ones',
  },
);
