import { defineTexts } from '../../shell/index.ts';

export const noteTexts = defineTexts(
  {
    tasks: 'Checkliste',
    task: (text: string) => (text === '' ? 'Punkt erledigt' : `Erledigt: ${text}`),
    people: 'Person erwähnen',
    templates: 'Vorlagen',
    noTemplate: (name: string) => `Die Vorlage „${name}“ konnte nicht geladen werden.`,
    retry: 'Erneut versuchen',
    noPicture: (name: string) => `„${name}“ ist kein Bild, das in den Text kann.`,
    failed: (name: string) => `„${name}“ wurde nicht eingefügt. Versuchen Sie es noch einmal.`,
  },
  {
    tasks: 'Checklist',
    task: (text: string) => (text === '' ? 'Item done' : `Done: ${text}`),
    people: 'Mention a person',
    templates: 'Templates',
    noTemplate: (name: string) => `The template “${name}” could not be loaded.`,
    retry: 'Try again',
    noPicture: (name: string) => `“${name}” is not a picture that can stand in the text.`,
    failed: (name: string) => `“${name}” was not inserted. Try it again.`,
  },
);
