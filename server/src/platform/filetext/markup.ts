import { Parser } from 'htmlparser2';
import type { Gathering } from './gathering.ts';

/** What is done with the elements of a markup; each is named as it stands there, with its prefix. */
export interface MarkupReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** The parser's time grows by the square of the depth. */
const MAX_DEEP = 5000;
const CHUNK = 64 * 1024;

/**
 * Reads markup element by element. Entities that it declares stand for nothing, so that none can grow, and nothing that it names is
 * fetched. Leaves off, with what there is, where elements are nested deeper than any document has them.
 */
export function readMarkup(markup: string, gathering: Gathering, reader: MarkupReader, isXml = true): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEEP) gathering.stop();
        reader.open?.(name, attributes);
      },
      onclosetag(name) {
        depth -= 1;
        reader.close?.(name);
      },
      ontext: (text) => reader.text?.(text),
      onerror(error) {
        throw error;
      },
    },
    { xmlMode: isXml, decodeEntities: true, recognizeSelfClosing: isXml },
  );
  for (let at = 0; at < markup.length; at += CHUNK) {
    parser.write(markup.slice(at, at + CHUNK));
    gathering.checkTime();
  }
  parser.end();
}

/** Elements whose text is for programs. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'object', 'iframe', 'svg', 'math']);
/** Elements within a line. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** The text that a page shows. */
export function readHtml(html: string, gathering: Gathering): void {
  let silent = 0;
  const part = (name: string) => {
    if (!INLINE.has(name)) gathering.add(name === 'td' || name === 'th' ? ' ' : '\n');
  };
  readMarkup(
    html,
    gathering,
    {
      open(name, { alt, title }) {
        if (SILENT.has(name)) silent += 1;
        if (silent > 0) return;
        part(name);
        if (name === 'img' && (alt ?? title)) gathering.add(` ${alt ?? title} `);
      },
      close(name) {
        if (SILENT.has(name)) silent = Math.max(0, silent - 1);
        else if (silent === 0) part(name);
      },
      text(text) {
        if (silent === 0) gathering.add(text);
      },
    },
    false,
  );
}

/** What an XML declares before its first element. */
const DECLARATIONS = /<!DOCTYPE[^[>]*\[[\s\S]*?\]\s*>/i;

/** All that stands between the elements of any XML, each in a line of its own: invoices, for one, are sent like that. */
export const readXml = (xml: string, gathering: Gathering): void =>
  readMarkup(xml.replace(DECLARATIONS, ''), gathering, {
    text: (text) => gathering.add(text),
    close: () => gathering.add('\n'),
  });
