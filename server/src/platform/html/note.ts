import { NOTE_HTML } from '@kontor/contract/kernel';
import type * as HtmlParser from 'htmlparser2';
import { lazily } from '../lazily.ts';
import { limitDepth } from '../mailparse/index.ts';
import { cleanerOf } from './clean.ts';

const htmlParser = lazily<typeof HtmlParser>('htmlparser2');

/** A text of a task, note or memo as it may be kept, and what stands in it. */
export interface CleanNote {
  readonly html: string;
  /** What search finds it by. */
  readonly text: string;
  /** People by their numbers, each once; whether there are such is the module's to say. */
  readonly mentions: readonly number[];
  /** Points of its check-lists. */
  readonly tasks: { readonly done: number; readonly all: number };
  /** Pictures by their uploads, and by the keys that the item has them under, each once. */
  readonly uploads: readonly string[];
  readonly inline: readonly string[];
}

const clean = cleanerOf(NOTE_HTML, { picturesBy: ['data-kontor-upload', 'data-kontor-inline'] });

const LINES = new Set(['p', 'div', 'h1', 'h2', 'h3', 'li', 'pre', 'blockquote', 'hr', 'tr', 'ul', 'ol', 'table']);
const CELLS = new Set(['td', 'th']);

/** HTML of a person's, or of anybody's who claims to be one, by the list of what such texts may use. Cleaning it again changes nothing. */
export function cleanNote(given: string): CleanNote {
  const html = clean(limitDepth(given));
  let text = '';
  const tasks = { done: 0, all: 0 };
  const mentions = new Set<number>();
  const uploads = new Set<string>();
  const inline = new Set<string>();
  /** Lists that are open, innermost last: whether each is a check-list. */
  const lists: boolean[] = [];
  const parser = new (htmlParser().Parser)({
    onopentag(name, attributes) {
      if (LINES.has(name) || name === 'br') text += '\n';
      if (CELLS.has(name)) text += '\t';
      if (name === 'ul' || name === 'ol') lists.push(attributes['data-type'] === 'taskList');
      if (name === 'li' && attributes['data-type'] === 'taskItem' && lists.at(-1) === true) {
        tasks.all += 1;
        if (attributes['data-checked'] === 'true') tasks.done += 1;
      }
      if (name === 'span' && attributes['data-mention'] !== undefined) mentions.add(Number(attributes['data-mention']));
      if (name !== 'img') return;
      const { alt = '', 'data-kontor-upload': upload, 'data-kontor-inline': key } = attributes;
      text += alt;
      if (upload !== undefined) uploads.add(upload.toLowerCase());
      else if (key !== undefined) inline.add(key);
    },
    ontext: (words) => {
      text += words;
    },
    onclosetag(name) {
      if (LINES.has(name)) text += '\n';
      if (name === 'ul' || name === 'ol') lists.pop();
    },
  });
  parser.end(html);
  const lines = text.replaceAll('\u00a0', ' ').split('\n');
  return {
    html,
    text: lines.flatMap((line) => line.trim() || []).join('\n'),
    mentions: [...mentions],
    tasks,
    uploads: [...uploads],
    inline: [...inline],
  };
}
