import { parseMail } from '../mailparse/parse.ts';
import { openArchive } from './archive.ts';
import { readCards } from './cards.ts';
import { EnoughError, Gathering, MAX_DEEP } from './gathering.ts';
import { kindOf } from './kinds.ts';
import { readHtml, readXml } from './markup.ts';
import { officeReader } from './office.ts';
import { readPdf } from './pdf.ts';
import { decodeText } from './plain.ts';
import { UnreadError, hintOf, type FileHint, type FileText, type UnreadReason } from './reading.ts';
import { readRtf } from './rtf.ts';

const unread = (reason: UnreadReason): FileText => ({ text: '', cut: false, reason });

/** Takes the text out of a file. Runs in a process of its own: it may take long, or all memory. `softMs`: when nothing more is begun. */
export async function readText(bytes: Buffer, hint: FileHint, softMs: number): Promise<FileText> {
  const gathering = new Gathering(softMs);
  let reason: UnreadReason | null = null;
  try {
    reason = await readInto(gathering, bytes, hint, 0);
  } catch (error) {
    if (!(error instanceof EnoughError)) {
      reason = error instanceof UnreadError ? error.reason : 'broken';
      if (gathering.text() === '') return unread(reason);
      // What was there before it broke off is found.
      gathering.cut = true;
      reason = null;
    }
  }
  const text = gathering.text();
  if (!/[\p{L}\p{N}]/u.test(text)) return unread(reason ?? 'noText');
  return { text, cut: gathering.cut, reason };
}

/** Returns why there is not all of it, where that is not for being long. */
async function readInto(
  gathering: Gathering,
  bytes: Buffer,
  hint: FileHint,
  depth: number,
): Promise<UnreadReason | null> {
  gathering.checkTime();
  if (bytes.length === 0) return 'noText';
  switch (kindOf(bytes, hint)) {
    case 'pdf':
      await readPdf(bytes, gathering);
      return null;
    case 'zip':
      return readZip(gathering, bytes, depth);
    case 'mail':
      return readMail(gathering, bytes, depth);
    case 'rtf':
      readRtf(bytes, gathering);
      return null;
    case 'html':
      readHtml(decodeText(bytes), gathering);
      return null;
    case 'xml':
      readXml(decodeText(bytes), gathering);
      return null;
    case 'calendar':
    case 'contact':
      readCards(decodeText(bytes), gathering);
      return null;
    case 'text':
      gathering.add(decodeText(bytes));
      return null;
    case 'locked':
      return 'encrypted';
    case 'media':
      return 'media';
    case 'unknown':
      return 'unknown';
  }
}

/** A document of an office program, or an archive: its names first, then what is in it as far as there is time. */
async function readZip(gathering: Gathering, bytes: Buffer, depth: number): Promise<UnreadReason | null> {
  const files = await openArchive(bytes, gathering);
  const office = officeReader(new Map(files.map((file) => [file.name, file])));
  if (office !== undefined) {
    await office(new Map(files.map((file) => [file.name, file])), gathering);
    return null;
  }
  for (const { name } of files) gathering.line(name);
  if (depth === MAX_DEEP) return null;
  for (const file of files)
    await readInner(gathering, depth, async () => ({ name: file.name, type: '', bytes: await file.bytes() }));
  return files.some(({ isLocked }) => isLocked) ? 'encrypted' : null;
}

async function readMail(gathering: Gathering, bytes: Buffer, depth: number): Promise<UnreadReason | null> {
  const mail = await parseMail(bytes);
  const people = [...mail.from, ...mail.to, ...mail.cc].map(({ name, address }) => `${name} ${address}`);
  gathering.line(mail.subject);
  for (const person of people) gathering.line(person);
  gathering.line(mail.text);
  for (const { filename: name, contentType: type, bytes: inner } of mail.attachments) {
    gathering.line(name);
    if (depth < MAX_DEEP) await readInner(gathering, depth, async () => ({ name, type, bytes: Buffer.from(inner) }));
  }
  return null;
}

interface Inner {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Reads what is in something else. What cannot be read there is passed over. */
async function readInner(gathering: Gathering, depth: number, open: () => Promise<Inner>): Promise<void> {
  try {
    const { name, type, bytes } = await open();
    await readInto(gathering, bytes, hintOf(name, type), depth + 1);
    gathering.line('');
  } catch (error) {
    if (error instanceof EnoughError) throw error;
  }
}
