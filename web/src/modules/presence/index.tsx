import { defineManifest, presenceParts, useSettings, type ScreenProps } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';

const load = () => import('./later.ts');
const PeoplePane = lazily(() => load().then((module) => module.PeoplePane));
const PeopleScreen = lazily<ScreenProps>(() => load().then((module) => module.PeopleScreen));
const PresenceHost = lazily(() => load().then((module) => module.PresenceHost));
const UnderMenu = lazily(() => load().then((module) => module.UnderMenu));

const presence = defineManifest({
  name: 'presence',
  order: 95,
  screens: { userOnline: { kind: 'page', component: PeopleScreen } },
  menu: [
    {
      route: 'userOnline',
      path: '/userOnline',
      icon: 'users',
      label: { de: 'Personen', en: 'People' },
      order: 4,
      keys: 'g u',
    },
  ],
  people: PeoplePane,
  underMenu: (given) => (useSettings().peoplePlace === 'menu' ? <UnderMenu {...given} /> : null),
  bar: PresenceHost,
  settings: () => load().then((module) => module.settingsTabs),
  // The first screen stands without: what is drawn at portraits comes once it does.
  warm: () =>
    void load().then(
      ({ parts }) => presenceParts.set(parts),
      () => undefined,
    ),
});

export const manifests = [presence];
