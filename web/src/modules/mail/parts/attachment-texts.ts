import { defineTexts } from '../../../shell/index.ts';

/** Why search does not find what a file says. */
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
  },
);
