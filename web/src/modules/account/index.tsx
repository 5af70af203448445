import './account.css';
import { lazy } from 'react';
import { defineManifest, href } from '../../shell/index.ts';
import { useFailedJobCount } from './failed-job-count.ts';
// Labels stand here, not in the texts: those are loaded with the screens.

const SettingsScreen = lazy(() => import('./settings.tsx').then((module) => ({ default: module.SettingsScreen })));
const Common = lazy(() => import('./settings.tsx').then((module) => ({ default: module.Common })));
const Layout = lazy(() => import('./settings.tsx').then((module) => ({ default: module.Layout })));
const Changes = lazy(() => import('../../shell/changes.tsx').then((module) => ({ default: module.Changes })));
const Offline = lazy(() => import('./offline.tsx').then((module) => ({ default: module.Offline })));
const Jobs = lazy(() => import('./jobs.tsx').then((module) => ({ default: module.Jobs })));
const Help = lazy(() => import('./settings.tsx').then((module) => ({ default: module.Help })));

export const account = defineManifest({
  name: 'account',
  screens: { settings: { kind: 'page', component: SettingsScreen } },
  menu: [
    {
      route: 'settings',
      path: href('settings', { selectedSettingsTab: 'common' }),
      icon: 'gear',
      label: { de: 'Einstellungen', en: 'Settings' },
      order: 15,
      keys: 'g s',
      useCount: useFailedJobCount,
    },
  ],
  settings: [
    { key: 'common', label: { de: 'Allgemein', en: 'Common' }, order: 1, component: Common },
    { key: 'layout', label: { de: 'Darstellung', en: 'Layout' }, order: 3, component: Layout },
    { key: 'offline', label: { de: 'Offline', en: 'Offline' }, order: 4, component: Offline },
    {
      key: 'jobs',
      label: { de: 'Liegengebliebenes', en: 'Given-up work' },
      order: 10,
      component: Jobs,
      administrators: true,
    },
    { key: 'changes', label: { de: 'Änderungen', en: 'Changes' }, order: 5, component: Changes },
    { key: 'help', label: { de: 'Hilfe', en: 'Help' }, order: 11, component: Help },
  ],
});

export const Login = lazy(() => import('./login.tsx').then((module) => ({ default: module.Login })));
