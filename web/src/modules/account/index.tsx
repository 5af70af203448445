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
const Security = lazily(() => import('./security/security.tsx').then((module) => module.Security));
const People = lazily(() => import('./people/people.tsx').then((module) => module.People));
const InstancePage = lazily(() => import('./instance.tsx').then((module) => module.InstancePage));
const Audit = lazily(() => import('./audit/audit.tsx').then((module) => module.Audit));
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
    { key: 'security', label: { de: 'Sicherheit', en: 'Security' }, order: 2, component: Security },
    { key: 'layout', label: { de: 'Darstellung', en: 'Layout' }, order: 4, component: Layout },
    { key: 'offline', label: { de: 'Offline', en: 'Offline' }, order: 5, component: Offline },
    { key: 'changes', label: { de: 'Änderungen', en: 'Changes' }, order: 6, component: Changes },
    { key: 'help', label: { de: 'Hilfe', en: 'Help' }, order: 7, component: Help },
    { key: 'people', label: { de: 'Personen', en: 'People' }, order: 10, component: People, administrators: true },
    {
      key: 'instance',
      label: { de: 'Instanz', en: 'Instance' },
      order: 11,
      component: InstancePage,
      administrators: true,
    },
    { key: 'audit', label: { de: 'Protokoll', en: 'Audit log' }, order: 12, component: Audit, administrators: true },
    {
      key: 'jobs',
      label: { de: 'Liegengebliebenes', en: 'Given-up work' },
      order: 13,
      component: Jobs,
      administrators: true,
    },
  ],
});

export const Login = lazily(() => import('./login/login.tsx').then((module) => module.Login));
