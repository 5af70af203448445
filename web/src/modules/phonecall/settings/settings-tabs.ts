import type { SettingsTab } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';

export const settingsTabs: readonly SettingsTab[] = [
  {
    key: 'phoneLines',
    words: 'telefon anlage sipgate placetel 3cx asterisk yeastar nebenstelle telephone system extension',
    group: 'records',
    label: { de: 'Telefonanlagen', en: 'Telephone systems' },
    order: 7,
    component: lazily(() => import('./lines/page.tsx').then((module) => module.LinesPage)),
    administrators: true,
  },
  {
    key: 'callLists',
    words: 'anrufe listen mitglieder calls lists members',
    group: 'records',
    label: { de: 'Anruflisten', en: 'Lists of calls' },
    order: 8,
    component: lazily(() => import('./lists/page.tsx').then((module) => module.ListsPage)),
    administrators: true,
  },
  {
    key: 'dialling',
    words: 'wählen anrufen wahlweg telefon grenzen dial call limits',
    group: 'records',
    label: { de: 'Wählen', en: 'Dialling' },
    order: 9,
    component: lazily(() => import('./dialling/page.tsx').then((module) => module.DialPage)),
    administrators: true,
  },
];
