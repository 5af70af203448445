import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';

const RulesPage = lazily(() => import('./settings/page.tsx').then((module) => module.RulesPage));

export const settingsTabs: readonly SettingsTab[] = [
  {
    key: 'messageRules',
    words: 'nachricht bearbeiten zurücknehmen gelesen lesebestätigung message edit take back read receipts',
    group: 'company',
    label: { de: 'Nachrichten', en: 'Messages' },
    order: 2.7,
    component: RulesPage,
    administrators: true,
  },
];
