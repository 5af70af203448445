import { FILES } from './chunk-files.ts';

const PREFIXES = Object.entries(FILES)
  .flatMap(([chunk, prefixes]) => prefixes.map((prefix) => ({ chunk, prefix })))
  .toSorted((a, b) => b.prefix.length - a.prefix.length);

/** Where in the name of a module its path begins that `FILES` knows; libraries may lie in one another. */
const START = /^.*node_modules\/|^.*?(?=(?:web|contract)\/src\/)|^\0/;

/** The name of the built file that a module comes into; undefined: the one that sharing cuts. */
export function chunkOf(id: string): string | undefined {
  const path = id.replace(START, (start) => (start.endsWith('node_modules/') ? 'node_modules/' : ''));
  const chunk = PREFIXES.find(({ prefix }) => path.startsWith(prefix))?.chunk;
  return chunk === 'none' ? undefined : chunk;
}

/** How the build cuts what it makes into files. */
export const CHUNKS = Object.keys(FILES)
  .filter((name) => name !== 'none')
  .map((name) => ({ name, test: (id: string) => chunkOf(id) === name, includeDependenciesRecursively: false }));
