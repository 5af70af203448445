import type { Shared } from '../../../device/device.ts';
import type { Written } from '../../../shell/index.ts';

const MAX_TITLE = 200;
const LINK = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A line as HTML, in which addresses are links. */
function lineHtml(line: string): string {
  let html = '';
  let at = 0;
  for (const match of line.matchAll(LINK)) {
    const [address] = match;
    html += `${escaped(line.slice(at, match.index))}<a href="${escaped(address)}">${escaped(address)}</a>`;
    at = match.index + address.length;
  }
  return html + escaped(line.slice(at));
}

/** What a note of shared texts and links begins with: a title, and a paragraph for each line. What is said twice stands there once. */
export function noteOf({ title, texts }: Pick<Shared, 'title' | 'texts'>): Written {
  const whole = [...new Set(texts.map((text) => text.trim()))].filter((text, at, all) => {
    const isPart = all.some((other, place) => place !== at && other.includes(text));
    return text !== '' && !isPart;
  });
  const lines = whole.flatMap((text) => text.split(/\r?\n/)).map((line) => line.trim());
  const first = title.trim() || (lines.find((line) => line !== '') ?? '');
  const name = Array.from(first.replace(/\s+/g, ' ')).slice(0, MAX_TITLE).join('');
  return { title: name, content: lines.map((line) => `<p>${lineHtml(line)}</p>`).join('') };
}
