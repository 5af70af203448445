import type { IconName } from './icon-names.ts';

const ICONS: Readonly<Record<string, IconName>> = {
  image: 'image',
  pdf: 'file-pdf',
  text: 'file-text',
  audio: 'file-audio',
  video: 'file-video',
  archive: 'file-zip',
  mail: 'envelope-simple',
  calendar: 'calendar-blank',
  contact: 'address-book',
  office: 'file-doc',
};

/** Icon of a kind of file, as the server names kinds. */
export const fileIcon = (fileType: string): IconName => ICONS[fileType] ?? 'file';
