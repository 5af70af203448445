import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';

const MailAccounts = lazily(() => import('./settings/accounts.tsx').then((module) => module.MailAccounts));
const Transfer = lazily(() => import('./settings/transfer/page.tsx').then((module) => module.Transfer));
const Signatures = lazily(() => import('./settings/signatures/page.tsx').then((module) => module.Signatures));
const Rules = lazily(() => import('./settings/rules/page.tsx').then((module) => module.Rules));
const Absences = lazily(() => import('./settings/absence/page.tsx').then((module) => module.Absences));
const Dkim = lazily(() => import('./settings/dkim/page.tsx').then((module) => module.Dkim));

export const settingsTabs: readonly SettingsTab[] = [
  { key: 'mail', group: 'mail', label: { de: 'Postfächer', en: 'Mailboxes' }, order: 1, component: MailAccounts },
  {
    key: 'signatures',
    group: 'mail',
    label: { de: 'Unterschriften', en: 'Signatures' },
    order: 2,
    component: Signatures,
  },
  { key: 'rules', group: 'mail', label: { de: 'Regeln', en: 'Rules' }, order: 5, component: Rules },
  { key: 'absence', group: 'mail', label: { de: 'Abwesenheit', en: 'Absence' }, order: 6, component: Absences },
  {
    key: 'dkim',
    group: 'mail',
    label: { de: 'DKIM', en: 'DKIM' },
    order: 8,
    component: Dkim,
    administrators: true,
  },
  {
    key: 'mailTransfer',
    group: 'mail',
    label: { de: 'Import und Export', en: 'Import and export' },
    order: 9,
    component: Transfer,
  },
];
