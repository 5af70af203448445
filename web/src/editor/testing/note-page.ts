// A page that reads and writes the text of notes, for the test that has the server clean it. It is in no build of the product.
import { docOfHtml, htmlOfDoc } from '../index.ts';
import type { NotePage } from './note-calls.ts';

const page: NotePage = {
  through: (list) => Promise.all(list.map(async (html) => htmlOfDoc(await docOfHtml(html)))),
};
Object.assign(window, { note: page });
