import { defineTexts } from '../../../shell/index.ts';

/** What is said of files of messages. */
export const fileTexts = defineTexts(
  {
    files: 'Dateien',
    add: 'Dateien anhängen',
    remove: (name: string) => `${name} entfernen`,
    uploading: (percent: number) => `${percent} %`,
    failed: 'nicht hochgeladen',
    tooLarge: 'zu groß',
    tooMany: (max: number) => `Höchstens ${max} Dateien in einem Text.`,
    loading: (name: string) => `${name} wird geladen`,
    downloading: (name: string) => `${name} wird heruntergeladen …`,
    retry: 'Erneut versuchen',
    downloadFailed: (name: string) => `${name} konnte nicht heruntergeladen werden.`,
  },
  {
    files: 'Files',
    add: 'Attach files',
    remove: (name) => `Remove ${name}`,
    uploading: (percent) => `${percent} %`,
    failed: 'not uploaded',
    tooLarge: 'too large',
    tooMany: (max) => `At most ${max} files in one text.`,
    loading: (name) => `${name} is loading`,
    downloading: (name) => `Downloading ${name} …`,
    retry: 'Try again',
    downloadFailed: (name) => `${name} could not be downloaded.`,
  },
);
