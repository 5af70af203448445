export { FindPanel } from './find-panel.tsx';
export { Strip, type StripRow } from './strip.tsx';
export type { Wanted } from './wanted.ts';
