import type { Plugin } from 'vite';

/** Builds for production whatever the environment says: what a test has built would have no service worker. */
export function forProduction(): Plugin {
  return {
    name: 'for-production',
    apply: 'build',
    config() {
      process.env['NODE_ENV'] = 'production';
    },
  };
}
