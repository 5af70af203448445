import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { APP_ICONS } from '../../contract/src/modules/settings/keys.ts';

/** Beside the manifest of the app one for each other icon that a device can choose; they differ in the icon's files alone. */
export function appManifests(): Plugin {
  return {
    name: 'app-manifests',
    apply: 'build',
    generateBundle() {
      const source = readFileSync(join(import.meta.dirname, '..', 'public', 'manifest.webmanifest'), 'utf8');
      for (const icon of APP_ICONS.slice(1))
        this.emitFile({
          type: 'asset',
          fileName: `manifest-${icon}.webmanifest`,
          source: source.replaceAll('"/icon', `"/icon-${icon}`),
        });
    },
  };
}
