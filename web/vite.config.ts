import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconSprite } from './tools/icon-sprite.ts';
import { withoutExamples } from './tools/without-examples.ts';
import { forProduction } from './tools/for-production.ts';
import { serviceWorker } from './tools/service-worker.ts';
import { withoutCycles } from './tools/without-cycles.ts';

const backend = process.env['KONTOR_BACKEND'] ?? 'http://127.0.0.1:8080';
const paths = ['/client.json', '/instance.json', '/auth', '/query', '/command', '/upload', '/workspace', '/health'];

/** What every page needs, in one file: packed together it is smaller than in the pieces that sharing would cut it into. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|valibot)\/|vite\/preload-helper|web\/src\/(shell|client)\/(?!sign-in|enter|endings|remove-account|stay|transport|codec|auth-request|passkeys|help|realtime|vault|cache\/|lazy\/|changes|settings-tabs|sign-out|client\.ts|queue-storage|gather|core\/(?!entity|list|overlay|command)|use-draft|drafts)|web\/src\/modules\/activity\/(?!found|inbox|item-list|row\.|row-actions|action-table|selection\.|use-groups|use-calm|use-question|use-prepare|no-rows|new-above|places|toolbar|look\.|use-look|skeleton|search-|lazy\/|selection-|row-menu|finding|permitted|lists\/)|web\/src\/ui\/(?!fields|menu|overlays|tabs|virtual-|calm|use-is-wide)|contract\/src\/(kernel\/(?!audit|event|problem-codes|times)|modules\/(account\/(?!index|auth|security|administration|audit|events|health|jobs|later|names)|activity\/(?!date|events|find|search)|settings\/keys))/;

/** What only a signed-in person needs, to find what this device has kept and to see the first list: one file more, and one only. */
const KEPT =
  /node_modules\/idb\/|web\/src\/client\/(vault|cache\/|client\.ts|stay|transport|codec|queue-storage|gather|core\/(book|places|reader|queue|sender|keeper|writer|news|outcome|replica|doubts))|web\/src\/modules\/activity\/(found|inbox|item-list|row\.|row-actions|action-table|selection\.|use-groups|use-calm|use-question|use-prepare|no-rows|new-above|places|toolbar|look\.|use-look|skeleton)|web\/src\/ui\/(virtual-|calm|use-is-wide)|contract\/src\/(kernel\/event|modules\/(account|activity)\/events)/;

export default defineConfig({
  plugins: [forProduction(), withoutExamples(), react(), iconSprite(), withoutCycles(), serviceWorker()],
  build: {
    outDir: 'dist',
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
          groups: [
            { name: 'base', test: BASE, includeDependenciesRecursively: false },
            { name: 'kept', test: KEPT, includeDependenciesRecursively: false },
          ],
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
