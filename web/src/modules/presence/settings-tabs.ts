import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';

const Locations = lazily(() => import('./locations/page.tsx').then((module) => module.LocationsPage));
const States = lazily(() => import('./states/page.tsx').then((module) => module.StatesPage));

export const settingsTabs: readonly SettingsTab[] = [
  {
    key: 'locations',
    words: 'standort büro automatisch zustand geofence karte radius gps location office automatic state',
    group: 'device',
    label: { de: 'Orte', en: 'Locations' },
    order: 12,
    component: Locations,
  },
  {
    key: 'states',
    words: 'verfügbar abwesend beschäftigt anwesenheit status available away busy presence',
    group: 'company',
    label: { de: 'Zustände', en: 'States' },
    order: 2.5,
    component: States,
    administrators: true,
  },
];
