import type { Plugin } from 'vite';

/** Refuses a build whose files import each other in a circle: one of them runs before what it needs is there, and the page stays empty. */
export function withoutCycles(): Plugin {
  return {
    name: 'without-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const importsOf = (name: string): readonly string[] => {
        const file = bundle[name];
        return file?.type === 'chunk' ? file.imports : [];
      };
      const isSound = new Set<string>();
      const visit = (name: string, path: readonly string[]): void => {
        if (path.includes(name))
          this.error(
            `Built files import each other: ${[...path.slice(path.indexOf(name)), name].join(' -> ')}. Does BASE in vite.config.ts take in what is loaded later?`,
          );
        if (isSound.has(name)) return;
        for (const other of importsOf(name)) visit(other, [...path, name]);
        isSound.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}
