import { getDocumentProxy } from 'unpdf';
import type { Gathering } from './gathering.ts';
import { UnreadError } from './reading.ts';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document['getPage']>>;

/** The text of a PDF page by page, with what its forms are filled in with. Pictures are not looked at. */
export async function readPdf(bytes: Uint8Array, gathering: Gathering): Promise<void> {
  const document = await open(bytes);
  for (let number = 1; number <= document.numPages; number += 1) {
    gathering.checkTime();
    const page = await document.getPage(number);
    await readPage(page, gathering);
    page.cleanup();
  }
}

async function open(bytes: Uint8Array): Promise<Document> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
    });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadError(isLocked ? 'encrypted' : 'broken');
  }
}

async function readPage(page: Page, gathering: Gathering): Promise<void> {
  const { items } = await page.getTextContent();
  for (const item of items) {
    if ('str' in item) gathering.add(item.hasEOL ? `${item.str}\n` : item.str);
  }
  gathering.line('');
  for (const annotation of await page.getAnnotations()) {
    const { fieldValue, contentsObj } = annotation as { fieldValue?: unknown; contentsObj?: { str?: unknown } };
    for (const value of [fieldValue, contentsObj?.str].flat()) if (typeof value === 'string') gathering.line(value);
  }
}
