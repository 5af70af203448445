import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconSprite } from './tools/icon-sprite.ts';

const backend = process.env['KONTOR_BACKEND'] ?? 'http://127.0.0.1:8080';
const paths = ['/client.json', '/instance.json', '/auth', '/query', '/command', '/upload', '/workspace', '/health'];

/** What every page needs, in one file: packed together it is smaller than in the pieces that sharing would cut it into. */
const BASE =
  /node_modules\/(react|react-dom|scheduler)\/|web\/src\/(shell|client)\/(?!sign-in|help|realtime|changes|core\/merge|use-draft|drafts)|web\/src\/modules\/activity\/(?!selection-bar|row-menu)|web\/src\/ui\/(?!fields|tabs|menu)|contract\/src\/(kernel|modules\/(account|activity))\//;

export default defineConfig({
  plugins: [react(), iconSprite()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // A data: URL for a small file would need its own place in the content security policy.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } } },
  },
  server: {
    port: 18300,
    proxy: {
      ...Object.fromEntries(paths.map((path) => [path, { target: backend, changeOrigin: false }])),
      '/ws': { target: backend, ws: true },
    },
  },
});
