import type { ArchiveFile } from './archive.ts';
import type { Gathering } from './gathering.ts';
import { readMarkup } from './markup.ts';
import { decodeText } from './plain.ts';
import { UnreadError } from './reading.ts';

type Files = ReadonlyMap<string, ArchiveFile>;
type ReadOffice = (files: Files, gathering: Gathering) => Promise<void>;

const NUMBER = /\d+/g;
/** In the order of the numbers in their names: slide 2 before slide 10. */
const inOrder = (one: string, other: string): number => {
  const [a, b] = [one, other].map((name) => Number(name.match(NUMBER)?.at(-1) ?? 0));
  return (a ?? 0) - (b ?? 0) || (one < other ? -1 : 1);
};

/** Parts of a kind that are read of a document: slides, headers, sheets. */
const MAX_PARTS = 2000;

function partsOf(files: Files, pattern: RegExp, gathering: Gathering): string[] {
  const parts = [...files.keys()].filter((name) => pattern.test(name)).toSorted(inOrder);
  if (parts.length > MAX_PARTS) gathering.cut = true;
  return parts.slice(0, MAX_PARTS);
}

async function markupOf(files: Files, name: string): Promise<string> {
  const file = files.get(name);
  return file === undefined ? '' : decodeText(await file.bytes());
}

/** Without what the prefix of a name stands for, which each program may choose. */
const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Elements of a text and what they put into it. */
const ENDS_LINE = new Set(['p', 'br', 'cr', 'h', 'line-break', 'list-item', 'tr', 'table-row']);
const SPACE = new Set(['tab', 'tc', 's', 'noBreakHyphen', 'ptab', 'table-cell']);

/**
 * Text of documents and slides. `shown` are the elements whose text it is, all if none is named; `hidden` those with nothing in them that
 * anybody reads.
 */
function readRuns(
  markup: string,
  gathering: Gathering,
  { shown, hidden }: { shown?: ReadonlySet<string>; hidden: ReadonlySet<string> },
): void {
  let within = 0;
  let unseen = 0;
  readMarkup(markup, gathering, {
    open(name) {
      const it = bare(name);
      if (hidden.has(it)) unseen += 1;
      if (shown?.has(it)) within += 1;
      if (unseen === 0 && SPACE.has(it)) gathering.add(' ');
    },
    close(name) {
      const it = bare(name);
      if (hidden.has(it)) unseen -= 1;
      if (shown?.has(it)) within -= 1;
      if (unseen === 0 && ENDS_LINE.has(it)) gathering.add('\n');
    },
    text(text) {
      if (unseen === 0 && (shown === undefined || within > 0)) gathering.add(text);
    },
  });
}

/** `Fallback` says again what stands before it, for older programs. */
const OFFICE = { shown: new Set(['t']), hidden: new Set(['delText', 'instrText', 'Fallback']) };

const readParts =
  (pattern: RegExp): ReadOffice =>
  async (files, gathering) => {
    for (const name of partsOf(files, pattern, gathering)) {
      gathering.checkTime();
      readRuns(await markupOf(files, name), gathering, OFFICE);
      gathering.line('');
    }
  };

const WORD = /^word\/(document\d*|footnotes|endnotes|comments|header\d*|footer\d*|diagrams\/data\d+)\.xml$/;
const SLIDES = /^ppt\/(slides\/slide\d+|notesSlides\/notesSlide\d+|comments\/[^/]+|diagrams\/data\d+)\.xml$/;
const SHEETS = /^xl\/worksheets\/sheet\d*\.xml$/;
const BESIDE_SHEETS = /^xl\/(comments\d*|threadedComments\/[^/]+|drawings\/drawing\d+)\.xml$/;

/** Texts of cells, which stand apart from the sheets. */
async function sharedStrings(files: Files, gathering: Gathering): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = '';
  let within = false;
  let phonetic = false;
  readMarkup(await markupOf(files, 'xl/sharedStrings.xml'), gathering, {
    open(name) {
      const it = bare(name);
      if (it === 'si') current = '';
      if (it === 'rPh') phonetic = true;
      within = it === 't';
    },
    close(name) {
      const it = bare(name);
      if (it === 'si') strings.push(current);
      if (it === 'rPh') phonetic = false;
      if (it === 't') within = false;
    },
    text(text) {
      if (within && !phonetic) current += text;
    },
  });
  return strings;
}

const readSheets: ReadOffice = async (files, gathering) => {
  readMarkup(await markupOf(files, 'xl/workbook.xml'), gathering, {
    open(name, attributes) {
      if (bare(name) === 'sheet') gathering.line(attributes['name'] ?? '');
    },
  });
  const strings = await sharedStrings(files, gathering);
  for (const part of partsOf(files, SHEETS, gathering)) {
    gathering.checkTime();
    let [type, value, within] = ['', '', false];
    readMarkup(await markupOf(files, part), gathering, {
      open(name, attributes) {
        const it = bare(name);
        if (it === 'c') [type, value] = [attributes['t'] ?? 'n', ''];
        within = it === 'v' || it === 't';
      },
      close(name) {
        const it = bare(name);
        if (it === 'c' && value !== '' && type !== 'b' && type !== 'e')
          gathering.add(`${type === 's' ? (strings[Number(value)] ?? '') : value} `);
        if (it === 'row') gathering.add('\n');
        within = false;
      },
      text(text) {
        if (within) value += text;
      },
    });
    gathering.line('');
  }
  await readParts(BESIDE_SHEETS)(files, gathering);
};

/** `tracked-changes` has what was deleted. */
const OPEN_DOCUMENT = {
  hidden: new Set(['tracked-changes', 'script', 'scripts', 'font-face-decls', 'automatic-styles', 'forms']),
};

const readOpenDocument: ReadOffice = async (files, gathering) => {
  if (/encryption-data/.test(await markupOf(files, 'META-INF/manifest.xml'))) throw new UnreadError('encrypted');
  readRuns(await markupOf(files, 'content.xml'), gathering, OPEN_DOCUMENT);
  // Heads and feet of the pages.
  readRuns(await markupOf(files, 'styles.xml'), gathering, OPEN_DOCUMENT);
};

/** How an archive is read that is a document; undefined where it is none. */
export function officeReader(files: Files): ReadOffice | undefined {
  if (files.has('content.xml') && (files.has('mimetype') || files.has('META-INF/manifest.xml')))
    return readOpenDocument;
  if (!files.has('[Content_Types].xml')) return undefined;
  const names = [...files.keys()];
  if (names.some((name) => WORD.test(name))) return readParts(WORD);
  if (names.some((name) => SHEETS.test(name))) return readSheets;
  return names.some((name) => SLIDES.test(name)) ? readParts(SLIDES) : undefined;
}
