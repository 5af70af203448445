export { followColours } from './colours-sync.ts';
export { followSettings } from './settings-sync.ts';
