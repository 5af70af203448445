import { PDF_FOLDER } from './pdf-folder.ts';

/** The parts of the browser's interface that are used here; some browsers have none of it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string | null; createScriptURL: (address: string) => string | null },
  ): unknown;
}

const WORKERS = ['/sw.js', `${PDF_FOLDER}worker.mjs`];
const pages = new Set<string>();

/** Markup of our own, with nothing of a stranger in it, that may become a page. */
export function ourPage(html: string): string {
  pages.add(html);
  return html;
}

/** From now on the browser itself refuses to make markup, scripts or workers of any text that is not ours. Called once. */
export function guardMarkup(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (pages.has(text) ? text : null),
    createScriptURL: (address) => (WORKERS.includes(address) ? address : null),
  });
}
