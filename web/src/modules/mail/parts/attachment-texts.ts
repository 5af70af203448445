import { defineTexts } from '../../../shell/index.ts';

/** What is said of a mail's files, and why search does not find what one of them says. */
export const attachmentTexts = defineTexts(
  {
    notSearched: {
      encrypted: 'Inhalt nicht durchsuchbar: verschlüsselt',
      tooBig: 'Inhalt nicht durchsuchbar: zu groß',
      noText: 'Inhalt nicht durchsuchbar: enthält keinen Text',
      broken: 'Inhalt nicht durchsuchbar: beschädigt',
      tooSlow: 'Inhalt nicht durchsuchbar: zu aufwendig',
      unknown: 'Inhalt nicht durchsuchbar: unbekanntes Format',
      cut: 'Nur der Anfang ist durchsuchbar',
    },
    view: (name: string) => `${name} ansehen`,
    moreOf: (name: string) => `Mehr zu ${name}`,
    toNewMail: 'An neue E-Mail anhängen',
    allAsZip: 'Alle als ZIP',
    zipName: 'Anhänge.zip',
    zipping: 'Die Anhänge werden zusammengepackt …',
    zipFailed: 'Die Anhänge konnten nicht zusammengepackt werden.',
  },
  {
    notSearched: {
      encrypted: 'Content not searchable: encrypted',
      tooBig: 'Content not searchable: too large',
      noText: 'Content not searchable: contains no text',
      broken: 'Content not searchable: damaged',
      tooSlow: 'Content not searchable: takes too long to read',
      unknown: 'Content not searchable: unknown format',
      cut: 'Only the beginning is searchable',
    },
    view: (name: string) => `View ${name}`,
    moreOf: (name: string) => `More about ${name}`,
    toNewMail: 'Attach to new email',
    allAsZip: 'All as ZIP',
    zipName: 'Attachments.zip',
    zipping: 'The attachments are being packed …',
    zipFailed: 'The attachments could not be packed.',
  },
);
