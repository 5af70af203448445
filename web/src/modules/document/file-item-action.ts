import type { FileAction } from '../../shell/manifest.ts';
import { lazily } from '../../ui/lazily.tsx';

const FileItemDialog = lazily(() => import('./file-item.tsx').then((module) => module.FileItemDialog));

/** Makes a document of a file of another item. */
export const fileAsDocument: FileAction = {
  name: 'fileAsDocument',
  icon: 'file-text',
  label: { de: 'Als Dokument ablegen', en: 'File as document' },
  right: 'createDocument',
  dialog: FileItemDialog,
};
