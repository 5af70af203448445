import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';

const TypesPage = lazily(() => import('./types/page.tsx').then((module) => module.TypesPage));

export const settingsTabs: readonly SettingsTab[] = [
  {
    key: 'communicationTypes',
    words: 'memo telefonat besuch phone visit',
    group: 'records',
    label: { de: 'Gesprächsarten', en: 'Kinds of conversation' },
    order: 9,
    component: TypesPage,
    administrators: true,
  },
];
