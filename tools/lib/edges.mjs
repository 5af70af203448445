// Which modules there are, and which others each may import: modules.json, and what it says of every kind of item.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a module of a kind of item may import that has no line of its own. */
const EVERY_KIND = '*';

/**
 * Reads the edges of a repository.
 * @param {string} folder its root
 * @returns {Record<string, string[]>} by each module, those that it may import
 */
export function readEdges(folder) {
  const { [EVERY_KIND]: ofKinds = [], ...named } = JSON.parse(readFileSync(join(folder, 'modules.json'), 'utf8'));
  const modules = join(folder, 'contract', 'src', 'modules');
  const kinds = readdirSync(modules).filter((name) => existsSync(join(modules, name, 'kind.ts')));
  return { ...Object.fromEntries(kinds.map((name) => [name, ofKinds])), ...named };
}
