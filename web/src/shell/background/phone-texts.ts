import { defineTexts } from '../language.ts';

export const phoneTexts = defineTexts(
  {
    saved: (name: string) => `${name} liegt in „Dokumente“.`,
    notSaved: (name: string) => `${name} konnte nicht gespeichert werden. Vielleicht ist der Speicher voll.`,
    again: 'Erneut versuchen',
    notSignedIn: 'Das gehört zu einem Konto, das auf diesem Gerät nicht angemeldet ist.',
  },
  {
    saved: (name: string) => `${name} is in “Documents”.`,
    notSaved: (name: string) => `${name} could not be saved. The storage may be full.`,
    again: 'Try again',
    notSignedIn: 'That belongs to an account that is not signed in on this device.',
  },
);
