import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { PDF_FOLDER } from '../src/ui/pdf-folder.ts';

const SOURCE = join(import.meta.dirname, '..', 'src', 'service-worker', 'sw.ts');

/** Builds `sw.js` when all else is built: it names every file of the build, and so is another one whenever any of them is. */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const folder = resolve(config.root, config.build.outDir);
        const names = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== 'sw.js' && !entry.name.endsWith('.map'))
          .map((entry) => join(entry.parentPath, entry.name))
          .sort();
        const hash = createHash('sha256');
        for (const name of names) hash.update(name.slice(folder.length)).update(readFileSync(name));
        const paths = names
          .map((name) => name.slice(folder.length).replaceAll('\\', '/'))
          // PDFs come from the server: what they are shown with does not have to be here before.
          .filter((path) => !path.startsWith(PDF_FOLDER));
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          root: config.root,
          define: {
            KONTOR_FILES: JSON.stringify(paths.map((path) => (path === '/index.html' ? '/' : path))),
            KONTOR_BUILD: JSON.stringify(hash.digest('hex').slice(0, 16)),
          },
          build: {
            outDir: config.build.outDir,
            emptyOutDir: false,
            target: 'es2023',
            rolldownOptions: { input: SOURCE, output: { entryFileNames: 'sw.js', format: 'iife' } },
          },
        });
      },
    },
  };
}
