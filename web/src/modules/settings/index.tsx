import { defineManifest } from '../../shell/index.ts';

/** What the person sets. Its pages stand in the screen of the settings, which the accounts bring. */
export const settings = defineManifest({
  name: 'settings',
  screens: {},
  menu: [],
  settings: (modules) => import('./tabs.tsx').then((module) => module.settingsTabs(modules)),
});
