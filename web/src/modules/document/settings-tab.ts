import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';

const Boxes = lazily(() => import('./boxes/page.tsx').then((module) => module.BoxesPage));

export const settingsTabs: readonly SettingsTab[] = [
  {
    key: 'documentBoxes',
    words: 'dokumente ordner mitglieder folders members documents',
    group: 'records',
    label: { de: 'Ablagen', en: 'Document boxes' },
    order: 6,
    component: Boxes,
    administrators: true,
  },
];
