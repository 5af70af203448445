// Builds what the server's small processes run, where its sources changed: `node tools/build-processes.mjs`. Packages stay where they are.
import { rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { rolldown } from 'rolldown';
import { BUILT_FOLDER, PROCESS_ENTRIES, areBuilt, stampsOf } from '../server/src/platform/process-file.ts';

const isOurs = (id) => id.startsWith('.') || isAbsolute(id) || id.startsWith('@kontor/');

if (!areBuilt()) {
  rmSync(BUILT_FOLDER, { recursive: true, force: true });
  const bundle = await rolldown({ input: PROCESS_ENTRIES, platform: 'node', external: (id) => !isOurs(id) });
  const { output } = await bundle.write({ dir: BUILT_FOLDER, format: 'esm', entryFileNames: '[name].js' });
  await bundle.close();
  const sources = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])).filter(isAbsolute);
  writeFileSync(join(BUILT_FOLDER, 'sources.json'), stampsOf([...new Set(sources)]));
}
