import { defineTexts } from '../language.ts';

export const staleTexts = defineTexts(
  {
    asOf: (time: string) => `Stand: ${time}`,
    notRenewed: (time: string) => `Konnte nicht aktualisiert werden. Stand: ${time}`,
  },
  {
    asOf: (time: string) => `As of ${time}`,
    notRenewed: (time: string) => `Could not be updated. As of ${time}`,
  },
);
