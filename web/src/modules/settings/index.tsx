import { defineManifest } from '../../shell/index.ts';

/** What the person sets. Its pages stand in the screen of the settings, which the accounts bring. */
const settings = defineManifest({
  name: 'settings',
  order: 110,
  screens: {},
  menu: [],
  settings: (modules) => import('./tabs.tsx').then((module) => module.settingsTabs(modules)),
});

export const manifests = [settings];
