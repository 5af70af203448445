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

/** Ends of names, by the icon of what they are: what the server calls office is text, a table or slides, and not every type that a file came with says what it is. */
const BY_EXTENSION = Object.entries({
  'file-pdf': 'pdf',
  'file-doc': 'doc docx docm dot dotx odt ott rtf pages',
  'file-xls': 'xls xlsx xlsm xlsb xlt xltx ods ots numbers',
  'file-csv': 'csv tsv',
  'file-ppt': 'ppt pptx pptm pps ppsx pot potx odp otp key',
  'file-text': 'txt md log',
  'file-code': 'html htm xml json yaml yml css js ts sql',
  'file-zip': 'zip gz tgz tar bz2 xz zst 7z rar',
  'file-audio': 'mp3 wav m4a ogg oga opus flac aac wma',
  'file-video': 'mp4 m4v mov mkv webm avi wmv mpg mpeg ogv',
  image: 'png jpg jpeg gif webp avif bmp tif tiff heic heif svg ico',
  'envelope-simple': 'eml msg',
  'calendar-blank': 'ics',
  'address-book': 'vcf',
} as const satisfies Partial<Record<IconName, string>>);
const KNOWN: ReadonlyMap<string, IconName> = new Map(
  BY_EXTENSION.flatMap(([icon, ends]) => ends.split(' ').map((end) => [end, icon as IconName] as const)),
);

/** Icon of a file: by the end of its name, else by its kind, as the server names kinds. */
export const fileIcon = (fileType: string, filename = ''): IconName =>
  KNOWN.get(filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()) ?? ICONS[fileType] ?? 'file';
