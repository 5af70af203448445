import { Parser } from 'htmlparser2';

/** Elements whose text nobody sees. */
const UNSEEN = new Set(['style', 'script', 'title', 'head', 'template', 'noscript']);
/** Elements that show something without any text. */
const SHOWN = new Set([
  'img',
  'svg',
  'picture',
  'video',
  'audio',
  'object',
  'embed',
  'canvas',
  'form',
  'input',
  'button',
  'select',
  'textarea',
]);
/** A sign that joins letters; newsletters use it to pad their preview in lists. */
const JOINER = '\u034f';
const SEEN_SIGN = /[^\s\p{Cf}]/u;

/** Signs that are read at once: most texts show something soon. */
const CHUNK = 20_000;

/** A picture of a point counts those who read. */
const isPoint = (value: string | undefined): boolean => /^\s*[01](?:px)?\s*$/.test(value ?? '');

/** Whether an HTML text has anything that a reader could see: a sign, a picture or a form. */
export function hasVisibleContent(html: string): boolean {
  const seen = { isVisible: false };
  let unseen = 0;
  const parser = new Parser({
    onopentag(name, { width, height }) {
      if (UNSEEN.has(name)) unseen += 1;
      else if (SHOWN.has(name) && !(name === 'img' && isPoint(width) && isPoint(height))) seen.isVisible = true;
    },
    ontext(text) {
      if (unseen === 0 && SEEN_SIGN.test(text.replaceAll(JOINER, ''))) seen.isVisible = true;
    },
    onclosetag(name) {
      if (UNSEEN.has(name) && unseen > 0) unseen -= 1;
      // Whatever was left open in the head ends with it.
      if (name === 'head') unseen = 0;
    },
  });
  for (let at = 0; at < html.length && !seen.isVisible; at += CHUNK) parser.write(html.slice(at, at + CHUNK));
  return seen.isVisible;
}
