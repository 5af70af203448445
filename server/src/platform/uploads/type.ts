const OTHER = 'application/octet-stream';

/** Bytes at the beginning that a media type always has. */
const SIGNATURES: readonly (readonly [string | RegExp, string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^RIFF[\s\S]{4}WAVE/, 'audio/wav'],
  [/^RIFF[\s\S]{4}AVI /, 'video/x-msvideo'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  [/^[\s\S]{4}ftyp(?:avif|avis)/, 'image/avif'],
  [/^[\s\S]{4}ftyp(?:heic|heix|heim|heis|hevc|mif1|msf1)/, 'image/heic'],
  [/^[\s\S]{4}ftypqt {2}/, 'video/quicktime'],
  [/^[\s\S]{4}ftypM4A/, 'audio/mp4'],
  [/^[\s\S]{4}ftyp/, 'video/mp4'],
  [/^%PDF-\d/, 'application/pdf'],
  [/^\{\\rtf/, 'application/rtf'],
  ['ID3', 'audio/mpeg'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['\x1aE\xdf\xa3', 'video/webm'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['Rar!\x1a\x07', 'application/vnd.rar'],
  ['\x1f\x8b', 'application/gzip'],
  ['\x7fELF', 'application/x-elf'],
];
const PROGRAM = 'application/vnd.microsoft.portable-executable';
const ARCHIVES = ['PK\x03\x04', 'PK\x05\x06'];
const SIGNED = new Set(SIGNATURES.map(([, type]) => type));

/** What a ZIP archive or a compound file may be more exactly than its beginning says. */
const ZIPPED =
  /officedocument|opendocument|epub|java-archive|android|\bzip\b|3mf|usdz|geogebra|visio|keynote|pages|numbers/;
const COMPOUND = /msword|ms-|visio|outlook/;
const HTML = /^\s*(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body|script|iframe)\b/i;
/** Of the same family with other names, or with more in the same form. */
const isSame = (said: string, found: string): boolean =>
  (found === 'video/webm' && said === 'video/x-matroska') ||
  (found === 'audio/ogg' && said.endsWith('/ogg')) ||
  (found === 'image/tiff' && said.startsWith('image/')) ||
  (found === 'video/mp4' && /^(?:video|audio)\//.test(said)) ||
  (found === 'application/gzip' && /gzip|tar|tgz/.test(said)) ||
  (found === 'application/pdf' && said === 'application/illustrator');

/** Control signs that no text has, but for tab, ends of line and of page, and Escape. */
function isText(head: string): boolean {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head)) return true;
  for (let at = 0; at < head.length; at += 1) {
    const code = head.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32 && code !== 27) || code === 127) return false;
  }
  return true;
}

function foundIn(head: string): string | undefined {
  // What it is stands behind a few words for those who start it where it cannot run.
  if (head.startsWith('MZ') && head.includes('PE\0\0')) return PROGRAM;
  return SIGNATURES.find(([mark]) => (typeof mark === 'string' ? head.startsWith(mark) : mark.test(head)))?.[1];
}

/** Media type of a file by its first bytes, and by what was said of it where these do not tell, or tell less. */
export function typeOf(beginning: Uint8Array, given: string): string {
  const said = mediaType(given);
  const head = Buffer.from(beginning.buffer, beginning.byteOffset, Math.min(beginning.byteLength, 4096)).toString(
    'latin1',
  );
  const found = foundIn(head);
  if (found !== undefined) return isSame(said, found) ? said : found;
  if (ARCHIVES.some((mark) => head.startsWith(mark))) return ZIPPED.test(said) ? said : 'application/zip';
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return COMPOUND.test(said) ? said : OTHER;
  const isReadable = isText(head);
  if (isReadable && HTML.test(head.replace(/^\xef\xbb\xbf/, ''))) return /html|svg|xml/.test(said) ? said : 'text/html';
  // What always begins otherwise is not that.
  if (SIGNED.has(said) || said === 'application/zip') return isReadable && head !== '' ? 'text/plain' : OTHER;
  if (said === OTHER && isReadable && head !== '') return 'text/plain';
  return said;
}

/** A media type without its parameters; any bytes where it is none. */
export function mediaType(given: string): string {
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9][a-z0-9!#$&^_.+-]{0,80}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,100}$/.test(type) ? type : OTHER;
}

/** The name of a file as it is kept: without a path, and without signs that nobody sees. Empty where nothing is left. */
export const fileName = (given: string): string =>
  given
    .toWellFormed()
    .replace(/^[\s\S]*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
    .slice(0, 255)
    .toWellFormed();
