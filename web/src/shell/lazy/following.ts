export { followColours } from './colours-sync.ts';
export { followSettings } from './settings-sync.ts';
export { followMenu } from './menu-follow.ts';
export { followAppIcon } from './app-icon.ts';
