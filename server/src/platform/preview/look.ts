import { createHash } from 'node:crypto';
import type { NoPreview } from '@kontor/contract/kernel';
import { ImageCleaner } from '../images/index.ts';
import { closeAll } from '../operation/closing.ts';
import type { InstanceContext } from '../operation/context.ts';
import { BytesAnswer } from '../operation/manifest.ts';
import { fail } from '../operation/problem.ts';
import { OfficeConverter } from './office.ts';
import { PreviewReader, type LookedAt, type PreviewFailure } from './preview-reader.ts';

/** What files are looked at with. */
export interface PreviewParts {
  readonly reader: PreviewReader;
  readonly cleaner: ImageCleaner;
  /** For files of many pages, so that no picture waits for them. */
  readonly papers: ImageCleaner;
  /** Undefined where the operator names no LibreOffice. */
  readonly office: OfficeConverter | undefined;
}

/** A file of an instance, by its blob. */
export interface StoredFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly hash: string;
}

/** Starts nothing yet: its processes begin with the first file. */
export function openPreviews(options: {
  readonly libreOffice: string | undefined;
  readonly onKill: (reason: string) => void;
}): PreviewParts & { close(): Promise<void> } {
  const cleaner = new ImageCleaner();
  const papers = new ImageCleaner({ wallMs: MAX_PAPER_MS });
  const reader = new PreviewReader({ onKill: options.onKill });
  const office = options.libreOffice === undefined ? undefined : new OfficeConverter(options.libreOffice);
  return { cleaner, papers, reader, office, close: () => closeAll([cleaner, papers, reader, office]) };
}

/** Bytes of the largest file that is looked at. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Longest time for all pages of a scan or a fax. */
const MAX_PAPER_MS = 30_000;
/** Longest side of a picture. */
const MAX_PIXELS = 2000;
const PDF = 'application/pdf';
const TEXT = 'text/plain; charset=utf-8';

const isFailure = (answer: object): answer is PreviewFailure => 'failed' in answer;

const noPreview = (why: NoPreview): never => fail('PREVIEW_NOT_AVAILABLE', { detail: why });

/** Returns what is wanted of a file, or of the one that lies in it at a path. Throws NOT_FOUND, or PREVIEW_NOT_AVAILABLE. */
export async function readInside<W extends Parameters<PreviewReader['read']>[0]>(
  ctx: Pick<InstanceContext, 'blobs' | 'instance'>,
  { reader }: PreviewParts,
  want: W,
  { name, type, size, hash }: StoredFile,
  path: readonly number[] = [],
) {
  if (size > MAX_BYTES) return noPreview('tooBig');
  const answer = await ctx.blobs.withFile(ctx.instance.id, hash, (file) =>
    reader.read(want, { file, name, type, size, path }),
  );
  if (!isFailure(answer)) return answer;
  return answer.failed === 'missing' ? fail('NOT_FOUND') : noPreview(answer.failed);
}

/** Bytes that were made, as a query answers them. */
export const madeBytes = (bytes: Uint8Array, type: string, fileName: string, isShown = true): BytesAnswer => {
  const content = Buffer.from(bytes);
  const tag = createHash('sha256').update(content).digest('hex');
  return new BytesAnswer({
    type,
    fileName,
    size: content.length,
    tag,
    isShown,
    read: (range) => (range === undefined ? content : content.subarray(range.start, range.end + 1)),
  });
};

/** Returns a file, or the one that lies in it at a path, as a picture, a PDF or text. Throws NOT_FOUND, or PREVIEW_NOT_AVAILABLE. */
export async function previewOf(
  ctx: Pick<InstanceContext, 'blobs' | 'instance'>,
  parts: PreviewParts,
  file: StoredFile,
  path: readonly number[] = [],
): Promise<BytesAnswer> {
  const inspected: LookedAt = await readInside(ctx, parts, 'look', file, path);
  const { name } = file;
  const whole = (): Promise<Buffer> => ctx.blobs.get(ctx.instance.id, file.hash).then((bytes) => Buffer.from(bytes));
  switch (inspected.as) {
    case 'nothing':
      return noPreview(inspected.why);
    case 'text':
      return madeBytes(Buffer.from(inspected.text), TEXT, `${name}.txt`);
    case 'picture': {
      const bytes = path.length > 0 ? inspected.bytes : await whole();
      const picture = await parts.cleaner.clean(bytes, { within: MAX_PIXELS });
      return picture === undefined ? noPreview('broken') : madeBytes(picture.bytes, picture.type, `${name}.webp`);
    }
    case 'paper': {
      const pdf = await parts.papers.toPdf(path.length > 0 ? inspected.bytes : await whole());
      return typeof pdf === 'string' ? noPreview(pdf) : madeBytes(pdf, PDF, `${name}.pdf`);
    }
    case 'pdf': {
      if (path.length > 0) return madeBytes(inspected.bytes, PDF, name);
      const stored = { type: PDF, fileName: name, size: file.size, tag: file.hash, isShown: true };
      return new BytesAnswer({ ...stored, read: (range) => ctx.blobs.stream(ctx.instance.id, file.hash, range) });
    }
    case 'office': {
      if (parts.office === undefined)
        return inspected.text === null
          ? noPreview('noOffice')
          : madeBytes(Buffer.from(inspected.text), TEXT, `${name}.txt`);
      const pdf = await parts.office.convert(path.length > 0 ? inspected.bytes : await whole(), name);
      return typeof pdf === 'string' ? noPreview(pdf) : madeBytes(pdf, PDF, `${name}.pdf`);
    }
  }
}
