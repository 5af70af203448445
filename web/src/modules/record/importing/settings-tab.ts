import type { SettingsTab } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';

const Transfer = lazily(() => import('./page.tsx').then((module) => module.RecordTransfer));

export const settingsTabs: readonly SettingsTab[] = [
  {
    key: 'recordTransfer',
    words: 'csv excel einlesen tabelle table file datei',
    group: 'records',
    label: { de: 'Datensätze: Import und Export', en: 'Records: import and export' },
    order: 7,
    component: Transfer,
  },
];
