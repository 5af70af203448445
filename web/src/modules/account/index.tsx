import './account.css';
import { defineManifest, href } from '../../shell/index.ts';
import { useFailedJobCount } from './failed-job-count.ts';
import { lazily } from '../../ui/lazily.tsx';
// Labels stand here, not in the texts: those are loaded with the screens.

const SettingsScreen = lazily(() => import('./settings.tsx').then((module) => module.SettingsScreen));
const Common = lazily(() => import('./settings.tsx').then((module) => module.Common));
const Layout = lazily(() => import('./settings.tsx').then((module) => module.Layout));
const Changes = lazily(() => import('../../shell/changes.tsx').then((module) => module.Changes));
const Offline = lazily(() => import('./offline.tsx').then((module) => module.Offline));
const Jobs = lazily(() => import('./jobs.tsx').then((module) => module.Jobs));
const Help = lazily(() => import('./settings.tsx').then((module) => module.Help));

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

export const Login = lazily(() => import('./login/login.tsx').then((module) => module.Login));
