import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A package that a start does not need, loaded when it is first asked for; for code that cannot wait. Code that can imports it where it
 * needs it.
 */
export function lazily<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => (loaded ??= require(name) as Package);
}
