import type { Plugin } from 'vite';

/** Says in the code what a build is for: `vite build --mode native` makes the one for the shell of a phone, any other one is for browsers. */
export function builtFor(): Plugin {
  return {
    name: 'built-for',
    apply: 'build',
    config: (_config, { mode }) => ({
      define: { KONTOR_BUILT_FOR: JSON.stringify(mode === 'native' ? 'phone' : 'browser') },
    }),
  };
}
