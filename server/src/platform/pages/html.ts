import { escapeHtml } from '../html/index.ts';

/** Markup of ours, in which everything that came from elsewhere is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

const shown = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(shown).join('');
  return typeof part === 'string' || typeof part === 'number' ? escapeHtml(String(part)) : '';
};

/** Makes markup of a template; what stands in it is escaped, but for markup of the same make. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, index) => text + shown(parts[index])).join(''));

/** Plain text as lines. */
export const lines = (text: string): Html =>
  new Html(
    text
      .split(/\r\n|\r|\n/)
      .map(escapeHtml)
      .join('<br>'),
  );
