import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appManifests } from './tools/app-manifests.ts';
import { builtFor } from './tools/built-for.ts';
import { CHUNKS } from './tools/chunks.ts';
import { iconSprite } from './tools/icon-sprite.ts';
import { packedFiles } from './tools/packed-files.ts';
import { pdfFiles } from './tools/pdf-files.ts';
import { withoutExamples } from './tools/without-examples.ts';
import { forProduction } from './tools/for-production.ts';
import { serviceWorker } from './tools/service-worker.ts';
import { withoutCycles } from './tools/without-cycles.ts';

const backend = process.env['KONTOR_BACKEND'] ?? 'http://127.0.0.1:8080';
const paths = ['/client.json', '/instance.json', '/auth', '/query', '/command', '/upload', '/workspace', '/health'];

export default defineConfig({
  plugins: [
    forProduction(),
    builtFor(),
    appManifests(),
    withoutExamples(),
    react(),
    iconSprite(),
    pdfFiles(),
    withoutCycles(),
    serviceWorker(),
    packedFiles(),
  ],
  build: {
    outDir: 'dist',
    // What others have made is named on the page about the app.
    license: { fileName: 'licences.md' },
    target: 'es2023',
    // A data: URL for a small file would need its own place in the content security policy.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script.
    modulePreload: {
      polyfill: false,
      // What the page itself loads need not be named again with each part that is loaded later.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((path) => !/\/(base|index|rolldown-runtime)-/.test(path)),
    },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: CHUNKS,
        },
      },
    },
  },
  server: {
    port: 18300,
    proxy: {
      ...Object.fromEntries(paths.map((path) => [path, { target: backend, changeOrigin: false }])),
      '/ws': { target: backend, ws: true },
    },
  },
});
