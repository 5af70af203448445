const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^image\//, 'image'],
  [/^application\/(x-)?pdf$/, 'pdf'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/^(text\/calendar|application\/ics)$/, 'calendar'],
  [/^text\/(x-)?vcard$/, 'contact'],
  [/^message\//, 'mail'],
  [/^text\//, 'text'],
  [/zip|compressed|x-(tar|7z|rar|gzip|bzip2)|^application\/(gzip|vnd\.rar)$/, 'archive'],
  [/msword|ms-?excel|ms-?powerpoint|officedocument|opendocument|^application\/rtf$/, 'office'],
];
const KINDS_BY_EXTENSION: Readonly<Record<string, string>> = {
  pdf: 'pdf',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  txt: 'text',
  csv: 'text',
  zip: 'archive',
  gz: 'archive',
  rar: 'archive',
  '7z': 'archive',
  doc: 'office',
  docx: 'office',
  xls: 'office',
  xlsx: 'office',
  ppt: 'office',
  pptx: 'office',
  odt: 'office',
  ods: 'office',
  eml: 'mail',
  ics: 'calendar',
  vcf: 'contact',
  mp3: 'audio',
  mp4: 'video',
};

/** Kind of a file for its icon, from its media type, else from the end of its name. */
export function fileKind(contentType: string, filename: string): string {
  const byType = KINDS.find(([pattern]) => pattern.test(contentType))?.[1];
  if (byType !== undefined) return byType;
  return KINDS_BY_EXTENSION[filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()] ?? 'other';
}

const HARMLESS =
  /^(image\/(png|jpeg|gif|webp|bmp|avif)|audio\/[\w.-]+|video\/[\w.-]+|application\/(pdf|zip)|text\/plain)$/;

/** Media type that a file is handed out under: its own where no program runs it, else plain bytes. */
export const safeType = (contentType: string): string =>
  HARMLESS.test(contentType) ? contentType : 'application/octet-stream';
