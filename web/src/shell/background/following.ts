export { followColours } from '../settings/colours-sync.ts';
export { followSettings } from '../settings/settings-sync.ts';
export { followMenu } from '../menu/menu-follow.ts';
export { followAppIcon } from './app-icon.ts';
export { followBadge } from './badge.ts';
