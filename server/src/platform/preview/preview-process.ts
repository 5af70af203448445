// Entry of a process that looks into files. It holds no secret, may write no file and open no connection, and is killed when it takes
// too long or too much.
import { readFile } from 'node:fs/promises';
import { kindOf } from '../filetext/kinds.ts';
import { decodeText } from '../filetext/plain.ts';
import { readText } from '../filetext/read.ts';
import { hintOf } from '../filetext/reading.ts';
import { isTiff } from '../images/tiff.ts';
import { readCalendar, type CalendarEvent } from '../mailparse/calendar.ts';
import { readContacts, type Contact } from '../mailparse/contacts.ts';
import { MissingError, fileInside, openMail, type InnerFile, type InnerMail } from './inside.ts';

export interface PreviewRequest {
  readonly want: 'file' | 'look' | 'mail' | 'events' | 'contacts';
  readonly file: string;
  readonly name: string;
  readonly type: string;
  readonly path: readonly number[];
  readonly softMs: number;
}

/** What can be shown of a file. `bytes` are there where it lies in another one. */
export type LookedAt =
  | { readonly as: 'picture'; readonly bytes: Uint8Array }
  /** A TIFF, which may have many pages. */
  | { readonly as: 'paper'; readonly bytes: Uint8Array }
  | { readonly as: 'pdf'; readonly bytes: Uint8Array }
  /** Only an office program can show it as it is; `text` is what it says, null where that cannot be read. */
  | { readonly as: 'office'; readonly text: string | null; readonly bytes: Uint8Array }
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'nothing'; readonly why: 'kind' | 'encrypted' | 'tooBig' | 'broken' };

export type PreviewAnswer =
  | { readonly ok: true; readonly result: InnerFile | InnerMail | CalendarEvent[] | Contact[] | LookedAt }
  | { readonly ok: false; readonly reason: 'missing' | 'broken' };

const MAX_TEXT = 512 * 1024;
const OFFICE = /\.(?:docx?|docm|dotx?|xlsx?|xlsm|xltx?|pptx?|pptm|ppsx?|odt|ods|odp|odg|rtf|pages|numbers|key)$/i;
const PICTURE = /^image\/|^[^/]*$/;

process.on('message', (request: PreviewRequest) => {
  void answer(request);
});
// The server is gone: nobody waits for an answer any more.
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

async function answer(request: PreviewRequest): Promise<void> {
  const said: PreviewAnswer = await resultOf(request).then(
    (result) => ({ ok: true, result }),
    (error: unknown) => ({ ok: false, reason: error instanceof MissingError ? 'missing' : 'broken' }),
  );
  process.send?.(said);
}

async function resultOf({ want, file, name, type, path, softMs }: PreviewRequest) {
  const found = await fileInside({ name, type, bytes: await readFile(file) }, path);
  if (want === 'file') return { name: found.name, type: found.type, bytes: new Uint8Array(found.bytes) };
  if (want === 'mail') {
    const mail = await openMail(found);
    // The files themselves are asked for one by one.
    return {
      ...mail,
      files: mail.files.map((inner) => ({ ...inner, bytes: new Uint8Array() })),
    };
  }
  if (want === 'events') return [...readCalendar(decodeText(found.bytes)).events];
  if (want === 'contacts') return readContacts(decodeText(found.bytes));
  return lookAt(found, path.length > 0, softMs);
}

async function lookAt(found: InnerFile, isInner: boolean, softMs: number): Promise<LookedAt> {
  const { name, type } = found;
  const content = Buffer.from(found.bytes);
  const bytes = isInner ? new Uint8Array(content) : new Uint8Array();
  const kind = kindOf(content, hintOf(name, type));
  if (kind === 'pdf') return { as: 'pdf', bytes };
  if (kind === 'locked') return { as: 'nothing', why: 'encrypted' };
  if (isTiff(content)) return { as: 'paper', bytes };
  if (kind === 'media' || isSvg(content)) {
    const isPicture = PICTURE.test(type) || /\.(?:png|jpe?g|gif|webp|avif|heic|svg)$/i.test(name);
    return isPicture ? { as: 'picture', bytes } : { as: 'nothing', why: 'kind' };
  }
  if (OFFICE.test(name) && ['zip', 'rtf', 'unknown'].includes(kind)) {
    const said = kind === 'unknown' ? undefined : await readText(content, '', softMs);
    if (said?.reason === 'encrypted') return { as: 'nothing', why: 'encrypted' };
    return { as: 'office', text: said?.text || null, bytes };
  }
  if (kind === 'zip' || kind === 'unknown' || kind === 'rtf') return { as: 'nothing', why: 'kind' };
  if (content.length > MAX_TEXT) return { as: 'nothing', why: 'tooBig' };
  return { as: 'text', text: decodeText(content) };
}

const isSvg = (bytes: Buffer): boolean =>
  /^(?:\ufeff)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(
    bytes.toString('utf8', 0, 4096),
  );
