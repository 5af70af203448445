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

/** Whether a plain text has anything that a reader could see. */
export const hasVisibleText = (text: string): boolean => SEEN_SIGN.test(text.replaceAll(JOINER, ''));

/** Signs that are read at once: most texts show something soon. */
const CHUNK = 20_000;

/** A picture of a point counts those who read. */
const isPoint = (value: string | undefined): boolean => /^\s*[01](?:\.\d+)?(?:px)?\s*$/.test(value ?? '');
const sizeOf = (style: string | undefined, name: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;!]{1,20})`, 'i').exec(style?.slice(0, MAX_STYLE) ?? '')?.[1];
const MAX_STYLE = 2000;
const HIDDEN =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?:px|pt|em|rem|%)?\s*(?:;|!|$)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|mso-hide\s*:\s*all)/i;

/** Whether an HTML text has anything that a reader could see: a sign, a picture or a form. */
export function hasVisibleContent(html: string): boolean {
  const seen = { isVisible: false };
  let unseen = 0;
  let depth = 0;
  /** Where the outermost element stands that its style hides. */
  let hiddenAt = Number.POSITIVE_INFINITY;
  const parser = new Parser({
    onopentag(name, { width, height, style, hidden, type }) {
      depth += 1;
      const isHidden = hidden !== undefined || (name === 'input' && type === 'hidden');
      if (isHidden || HIDDEN.test(style?.slice(0, MAX_STYLE) ?? '')) hiddenAt = Math.min(hiddenAt, depth);
      if (UNSEEN.has(name)) unseen += 1;
      if (UNSEEN.has(name) || hiddenAt <= depth || !SHOWN.has(name)) return;
      const sizes = [sizeOf(style, 'width') ?? width, sizeOf(style, 'height') ?? height];
      if (name !== 'img' || !sizes.every(isPoint)) seen.isVisible = true;
    },
    ontext(text) {
      if (unseen === 0 && hiddenAt > depth && hasVisibleText(text)) seen.isVisible = true;
    },
    onclosetag(name) {
      if (depth === hiddenAt) hiddenAt = Number.POSITIVE_INFINITY;
      depth -= 1;
      if (UNSEEN.has(name) && unseen > 0) unseen -= 1;
      // Whatever was left open in the head ends with it.
      if (name === 'head') unseen = 0;
    },
  });
  for (let at = 0; at < html.length && !seen.isVisible; at += CHUNK) parser.write(html.slice(at, at + CHUNK));
  return seen.isVisible;
}
