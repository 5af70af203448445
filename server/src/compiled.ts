import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'kontor', 'compiled');

/**
 * Has what is loaded from here on kept as it was compiled, which halves the next start. Where the folder cannot be written, nothing is kept;
 * NODE_COMPILE_CACHE names another folder, NODE_DISABLE_COMPILE_CACHE=1 none.
 */
export function keepCompiled(): void {
  enableCompileCache(FOLDER);
}
