import type { SettingsTab } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';

export const settingsTabs: readonly SettingsTab[] = [
  {
    key: 'phoneLines',
    words: 'telefon anlage sipgate placetel 3cx asterisk yeastar nebenstelle telephone system extension',
    group: 'phone',
    label: { de: 'Telefonanlagen', en: 'Telephone systems' },
    order: 1,
    component: lazily(() => import('./lines/page.tsx').then((module) => module.LinesPage)),
    administrators: true,
  },
  {
    key: 'callLists',
    words: 'anrufe listen mitglieder calls lists members',
    group: 'phone',
    label: { de: 'Anruflisten', en: 'Lists of calls' },
    order: 2,
    component: lazily(() => import('./lists/page.tsx').then((module) => module.ListsPage)),
    administrators: true,
  },
  {
    key: 'dialling',
    words: 'wählen anrufen wahlweg telefon grenzen dial call limits',
    group: 'phone',
    label: { de: 'Wählen', en: 'Dialling' },
    order: 3,
    component: lazily(() => import('./dialling/page.tsx').then((module) => module.DialPage)),
    administrators: true,
  },
];
