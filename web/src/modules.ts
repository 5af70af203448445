import type { Manifest } from './shell/index.ts';

/** What every folder of `modules` brings, by the `manifests` of its door. */
export const modules: readonly Manifest[] = Object.values(
  import.meta.glob<readonly Manifest[]>('./modules/*/index.tsx', { eager: true, import: 'manifests' }),
)
  .flat()
  .toSorted((a, b) => a.order - b.order);
