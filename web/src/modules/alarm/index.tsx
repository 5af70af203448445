import { useValue } from '../../client/react.tsx';
import { defineManifest } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { bell } from './bell-state.ts';

const AlarmHost = lazily(() => import('./host.tsx').then((module) => module.AlarmHost));
const Bell = lazily(() => import('./bell.tsx').then((module) => module.Bell));

const alarm = defineManifest({
  name: 'alarm',
  order: 100,
  screens: {},
  menu: [],
  bar: AlarmHost,
  head: () => (useValue(bell) === undefined ? null : <Bell />),
});

export const manifests = [alarm];
