import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';

const MailAccounts = lazily(() => import('./settings/accounts.tsx').then((module) => module.MailAccounts));

export const settingsTabs: readonly SettingsTab[] = [
  { key: 'mail', group: 'mail', label: { de: 'Postfächer', en: 'Mailboxes' }, order: 1, component: MailAccounts },
];
