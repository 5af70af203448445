import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { ICON_NAMES } from '../src/ui/icon-names.ts';

const require = createRequire(import.meta.url);

/** One `<symbol>` of an icon of Phosphor, with what draws it and without what frames it. */
function symbol(assets: string, name: string, weight: 'regular' | 'fill'): string {
  const file = join(assets, weight, weight === 'fill' ? `${name}-fill.svg` : `${name}.svg`);
  const drawing = readFileSync(file, 'utf8')
    .replace(/^[\s\S]*?<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '');
  return `<symbol id="i-${name}${weight === 'fill' ? '-fill' : ''}" viewBox="0 0 256 256">${drawing}</symbol>`;
}

/** Puts the icons that are used, in both weights, into the page as one hidden sprite: no script, and no request of their own. */
export function iconSprite(): Plugin {
  return {
    name: 'icon-sprite',
    transformIndexHtml() {
      // The package exports its drawings one by one, and not its folder.
      const assets = dirname(dirname(require.resolve('@phosphor-icons/core/regular/x.svg')));
      const symbols = ICON_NAMES.flatMap((name) => [symbol(assets, name, 'regular'), symbol(assets, name, 'fill')]);
      return [
        {
          tag: 'svg',
          attrs: { 'aria-hidden': 'true', style: 'display:none', xmlns: 'http://www.w3.org/2000/svg' },
          children: symbols.join(''),
          injectTo: 'body-prepend',
        },
      ];
    },
  };
}
