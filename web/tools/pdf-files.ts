import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { PDF_FOLDER } from '../src/ui/pdf-folder.ts';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** What a PDF may need beside the code, by its name there: characters of Asian scripts, the fonts that every reader has, two decoders. */
const wanted = (): readonly (readonly [name: string, file: string])[] => [
  ['worker.mjs', join(folder, 'build', 'pdf.worker.min.mjs')],
  ...readdirSync(join(folder, 'cmaps'))
    .filter((name) => name.endsWith('.bcmap'))
    .map((name) => [`cmaps/${name}`, join(folder, 'cmaps', name)] as const),
  ...readdirSync(join(folder, 'standard_fonts'))
    .filter((name) => /\.(pfb|ttf)$/.test(name))
    .map((name) => [`fonts/${name}`, join(folder, 'standard_fonts', name)] as const),
  // Plain script: compiling WebAssembly is what the page's own policy refuses.
  ...['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'].map(
    (name) => [`wasm/${name}`, join(folder, 'wasm', name)] as const,
  ),
];

/** Puts the files that PDFs are shown with beside the app: nothing of them is fetched from elsewhere. */
export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const [name, file] of wanted())
        this.emitFile({ type: 'asset', fileName: `${PDF_FOLDER.slice(1)}${name}`, source: readFileSync(file) });
    },
    configureServer(server) {
      const files = new Map(wanted().map(([name, file]) => [PDF_FOLDER + name, file]));
      server.middlewares.use((request, response, next) => {
        const file = files.get(request.url ?? '');
        if (file === undefined) return next();
        response.setHeader('Content-Type', /\.m?js$/.test(file) ? 'text/javascript' : 'application/octet-stream');
        response.end(readFileSync(file));
      });
    },
  };
}
