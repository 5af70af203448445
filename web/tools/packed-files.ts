import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const TEXT = /\.(?:css|html|js|json|md|mjs|svg|webmanifest)$/;
/** Below this nothing is gained: the answer fits into one packet of the network. */
const MIN_BYTES = 1200;
/** The last two steps take ten times as long each, for a tenth less. */
const QUALITY = 10;

/**
 * Puts beside each text file of the build, when all of it is built, the same packed, as servers give it to browsers that take it: three times as much
 * would go over the network else. A phone's app has its files with it.
 */
export function packedFiles(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'packed-files',
    apply: (_config, { command, mode }) => command === 'build' && mode !== 'native',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        const folder = resolve(config.root, config.build.outDir);
        for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !TEXT.test(entry.name)) continue;
          const file = join(entry.parentPath, entry.name);
          const bytes = readFileSync(file);
          if (bytes.length < MIN_BYTES) continue;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          };
          writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
          writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        }
      },
    },
  };
}
