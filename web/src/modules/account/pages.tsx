import { Changes } from '../../shell/changes.tsx';
import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { Offline } from './offline.tsx';
import { Common, Help, Layout } from './settings.tsx';

export { SettingsScreen } from './settings.tsx';

// Pages that everybody opens are in one file, those that few do have files of their own.
const Security = lazily(() => import('./security/security.tsx').then((module) => module.Security));
const People = lazily(() => import('./people/people.tsx').then((module) => module.People));
const InstancePage = lazily(() => import('./instance.tsx').then((module) => module.InstancePage));
const Audit = lazily(() => import('./audit/audit.tsx').then((module) => module.Audit));
const Jobs = lazily(() => import('./jobs.tsx').then((module) => module.Jobs));
const SystemState = lazily(() => import('./system-state.tsx').then((module) => module.SystemState));

export const settingsTabs: readonly SettingsTab[] = [
  { key: 'common', label: { de: 'Allgemein', en: 'Common' }, order: 1, component: Common },
  { key: 'security', label: { de: 'Sicherheit', en: 'Security' }, order: 2, component: Security },
  { key: 'layout', label: { de: 'Darstellung', en: 'Layout' }, order: 4, component: Layout },
  { key: 'offline', label: { de: 'Offline', en: 'Offline' }, order: 5, component: Offline },
  { key: 'changes', label: { de: 'Änderungen', en: 'Changes' }, order: 6, component: Changes },
  { key: 'help', label: { de: 'Hilfe', en: 'Help' }, order: 7, component: Help },
  {
    key: 'people',
    label: { de: 'Personen', en: 'People' },
    order: 10,
    component: People,
    administrators: true,
  },
  {
    key: 'instance',
    label: { de: 'Instanz', en: 'Instance' },
    order: 11,
    component: InstancePage,
    administrators: true,
  },
  {
    key: 'audit',
    label: { de: 'Protokoll', en: 'Audit log' },
    order: 12,
    component: Audit,
    administrators: true,
  },
  {
    key: 'jobs',
    label: { de: 'Liegengebliebenes', en: 'Given-up work' },
    order: 13,
    component: Jobs,
    administrators: true,
  },
  {
    key: 'system',
    label: { de: 'Zustand des Systems', en: 'System state' },
    order: 14,
    component: SystemState,
    administrators: true,
  },
];
