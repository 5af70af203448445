import type { FileAction } from '../../shell/manifest.ts';
import { lazily } from '../../ui/lazily.tsx';
import { fileItemTexts } from './file-item-texts.ts';

const FileItemDialog = lazily(() => import('./file-item.tsx').then((module) => module.FileItemDialog));

/** Makes a document of a file of another item. */
export const fileAsDocument: FileAction = {
  name: 'fileAsDocument',
  icon: 'file-text',
  label: { de: fileItemTexts.de.title, en: fileItemTexts.en.title },
  right: 'createDocument',
  dialog: FileItemDialog,
};
