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
      const modulesOf = (name: string): readonly string[] => {
        const file = bundle[name];
        return file?.type === 'chunk' ? file.moduleIds : [];
      };
      /** The source files for whose sake one built file imports another. */
      const crossings = (from: string, to: string): readonly string[] => {
        const there = new Set(modulesOf(to));
        return modulesOf(from).flatMap((id) =>
          (this.getModuleInfo(id)?.importedIds ?? [])
            .filter((other) => there.has(other))
            .map((other) => `${id} -> ${other}`),
        );
      };
      const isSound = new Set<string>();
      const visit = (name: string, path: readonly string[]): void => {
        if (path.includes(name)) {
          const circle = [...path.slice(path.indexOf(name)), name];
          const why = circle.slice(1).flatMap((to, at) => crossings(circle[at] ?? '', to));
          this.error(
            `Built files import each other: ${circle.join(' -> ')}. Does BASE in chunk-files.ts take in what is loaded later?\n${why.join('\n')}`,
          );
        }
        if (isSound.has(name)) return;
        for (const other of importsOf(name)) visit(other, [...path, name]);
        isSound.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}
