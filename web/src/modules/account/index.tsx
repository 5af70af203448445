import './account.css';
import type { ComponentProps } from 'react';
import { defineManifest, href } from '../../shell/index.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { lazily } from '../../ui/lazily.tsx';
// The label stands here, not in the texts: those are loaded with the screens.

const loadPages = () => import('./pages.tsx');
const SettingsScreen = lazily(() => loadPages().then((module) => module.SettingsScreen));

const FailedJobCount = lazily(() => import('./failed-job-count.tsx').then((module) => module.FailedJobCount));

/** Only administrators load what asks for it. */
const GivenUp = (given: ComponentProps<typeof FailedJobCount>) =>
  useValue(useClient().configuration)?.isAdministrator === true ? <FailedJobCount {...given} /> : null;

const account = defineManifest({
  name: 'account',
  order: 10,
  screens: { settings: { kind: 'page', component: SettingsScreen } },
  menu: [
    {
      route: 'settings',
      path: href('settings', { selectedSettingsTab: 'overview' }),
      icon: 'gear',
      label: { de: 'Einstellungen', en: 'Settings' },
      order: 15,
      keys: 'g ,',
      counter: GivenUp,
    },
  ],
  warm: () => {
    void SettingsScreen.load();
    void Proof.load();
  },
  settings: () => loadPages().then((module) => module.settingsTabs),
});

export const Login = lazily(() => import('./login/login.tsx').then((module) => module.Login));

/** The question who somebody is, before they change how somebody signs in. */
export const Proof = lazily(() => import('./proof/proof.tsx').then((module) => module.Proof));

/** The members of something: found by typing, taken out one by one. */
export const MemberField = lazily(() => import('./groups/member-field.tsx').then((module) => module.MemberField));

export const manifests = [account];
