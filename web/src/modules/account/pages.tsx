import { Changes } from '../../shell/bars/changes.tsx';
import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { FailedJobCount } from './failed-job-count.tsx';
import { Common } from './settings.tsx';

export { SettingsScreen } from './settings-screen.tsx';

// Pages that everybody opens are in one file, those that few do have files of their own.
const Security = lazily(() => import('./security/security.tsx').then((module) => module.Security));
const People = lazily(() => import('./people/people.tsx').then((module) => module.People));
const GroupsPage = lazily(() => import('./groups/groups-page.tsx').then((module) => module.GroupsPage));
const InstancePage = lazily(() => import('./instance.tsx').then((module) => module.InstancePage));
const MenuPage = lazily(() => import('./menu/menu-page.tsx').then((module) => module.MenuPage));
const Audit = lazily(() => import('./audit/audit.tsx').then((module) => module.Audit));
const Jobs = lazily(() => import('./jobs.tsx').then((module) => module.Jobs));
const SystemState = lazily(() => import('./system-state.tsx').then((module) => module.SystemState));

export const settingsTabs: readonly SettingsTab[] = [
  {
    key: 'common',
    words: 'profil bild avatar instanz konto abmelden profile picture account sign out',
    group: 'personal',
    label: { de: 'Allgemein', en: 'Common' },
    order: 1,
    component: Common,
  },
  {
    key: 'security',
    words: 'passwort passkey zwei faktor 2fa geräte sitzungen password two factor devices sessions',
    group: 'personal',
    label: { de: 'Sicherheit', en: 'Security' },
    order: 2,
    component: Security,
  },
  {
    key: 'changes',
    words: 'warten ausgang senden queue waiting outbox',
    group: 'personal',
    label: { de: 'Änderungen', en: 'Changes' },
    order: 12,
    component: Changes,
  },
  {
    key: 'people',
    words: 'personen benutzer rechte einladen users rights invite',
    group: 'company',
    label: { de: 'Personen', en: 'People' },
    order: 1,
    component: People,
    administrators: true,
  },
  {
    key: 'groups',
    words: 'gruppen team mitglieder members',
    group: 'company',
    label: { de: 'Gruppen', en: 'Groups' },
    order: 2,
    component: GroupsPage,
    administrators: true,
  },
  {
    key: 'instance',
    words: 'name titel firma passwort zeitzone title company',
    group: 'company',
    label: { de: 'Instanz', en: 'Instance' },
    order: 3,
    component: InstancePage,
    administrators: true,
  },
  {
    key: 'menuItems',
    words: 'links adressen programme urls',
    group: 'company',
    label: { de: 'Menüeinträge', en: 'Menu entries' },
    order: 4,
    component: MenuPage,
    administrators: true,
  },
  {
    key: 'audit',
    words: 'verlauf sicherheit wer hat history who',
    group: 'company',
    label: { de: 'Protokoll', en: 'Audit log' },
    order: 5,
    component: Audit,
    administrators: true,
  },
  {
    key: 'jobs',
    words: 'fehler aufträge wiederholen errors retry',
    group: 'system',
    label: { de: 'Liegengebliebenes', en: 'Given-up work' },
    order: 1,
    component: Jobs,
    counter: FailedJobCount,
    administrators: true,
  },
  {
    key: 'system',
    words: 'server speicher datenbank version disk database',
    group: 'system',
    label: { de: 'Zustand des Systems', en: 'System state' },
    order: 2,
    component: SystemState,
    administrators: true,
  },
];
