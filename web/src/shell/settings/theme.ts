import type { Settings } from './settings.ts';

/** Holds where the device would rather have it dark. */
export const DARK = '(prefers-color-scheme: dark)';

/** Puts on the page how it is to look. */
export function applyTheme(
  root: HTMLElement,
  settings: Settings,
  colours: string | undefined,
  prefersDark: boolean,
): void {
  const { theme, compactButtons, uniColourButtons } = settings;
  root.dataset['theme'] = theme === 'auto' ? (prefersDark ? 'dark' : 'light') : theme;
  root.toggleAttribute('data-roomy', !compactButtons);
  root.toggleAttribute('data-uni', uniColourButtons);
  root.ownerDocument.adoptedStyleSheets = colours === undefined ? [] : [sheetOf(colours)];
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
