import './account.css';
import { defineManifest, href } from '../../shell/index.ts';
import type * as pages from './pages.tsx';
import { useFailedJobCount } from './failed-job-count.ts';
import { lazily } from '../../ui/lazily.tsx';
// Labels stand here, not in the texts: those are loaded with the screens.

const SettingsScreen = lazily(() => import('./settings.tsx').then((module) => module.SettingsScreen));
type Page = keyof typeof pages;
const page = (name: Page) => lazily(() => import('./pages.tsx').then((module) => module[name]));

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
    { key: 'common', label: { de: 'Allgemein', en: 'Common' }, order: 1, component: page('Common') },
    { key: 'security', label: { de: 'Sicherheit', en: 'Security' }, order: 2, component: page('Security') },
    { key: 'layout', label: { de: 'Darstellung', en: 'Layout' }, order: 4, component: page('Layout') },
    { key: 'offline', label: { de: 'Offline', en: 'Offline' }, order: 5, component: page('Offline') },
    { key: 'changes', label: { de: 'Änderungen', en: 'Changes' }, order: 6, component: page('Changes') },
    { key: 'help', label: { de: 'Hilfe', en: 'Help' }, order: 7, component: page('Help') },
    {
      key: 'people',
      label: { de: 'Personen', en: 'People' },
      order: 10,
      component: page('People'),
      administrators: true,
    },
    {
      key: 'instance',
      label: { de: 'Instanz', en: 'Instance' },
      order: 11,
      component: page('InstancePage'),
      administrators: true,
    },
    {
      key: 'audit',
      label: { de: 'Protokoll', en: 'Audit log' },
      order: 12,
      component: page('Audit'),
      administrators: true,
    },
    {
      key: 'jobs',
      label: { de: 'Liegengebliebenes', en: 'Given-up work' },
      order: 13,
      component: page('Jobs'),
      administrators: true,
    },
    {
      key: 'system',
      label: { de: 'Zustand des Systems', en: 'System state' },
      order: 14,
      component: page('SystemState'),
      administrators: true,
    },
  ],
});

export const Login = lazily(() => import('./login/login.tsx').then((module) => module.Login));
