import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';

const MailAccounts = lazily(() => import('./settings/accounts.tsx').then((module) => module.MailAccounts));
const Transfer = lazily(() => import('./settings/transfer/page.tsx').then((module) => module.Transfer));
const Signatures = lazily(() => import('./settings/signatures/page.tsx').then((module) => module.Signatures));
const Rules = lazily(() => import('./settings/rules/page.tsx').then((module) => module.Rules));
const Absences = lazily(() => import('./settings/absence/page.tsx').then((module) => module.Absences));
const Dkim = lazily(() => import('./settings/dkim/page.tsx').then((module) => module.Dkim));

export const settingsTabs: readonly SettingsTab[] = [
  {
    key: 'mail',
    words: 'imap smtp server adresse absender konto passwort account address sender password',
    group: 'mail',
    label: { de: 'Postfächer', en: 'Mailboxes' },
    order: 1,
    component: MailAccounts,
  },
  {
    key: 'signatures',
    words: 'signatur gruß signature',
    group: 'mail',
    label: { de: 'Unterschriften', en: 'Signatures' },
    order: 2,
    component: Signatures,
  },
  {
    key: 'rules',
    words: 'filter automatisch sortieren weiterleiten automatic sort forward',
    group: 'mail',
    label: { de: 'Regeln', en: 'Rules' },
    order: 5,
    component: Rules,
  },
  {
    key: 'absence',
    words: 'urlaub abwesend vertretung automatische antwort holiday vacation out of office reply',
    group: 'mail',
    label: { de: 'Abwesenheit', en: 'Absence' },
    order: 6,
    component: Absences,
  },
  {
    key: 'dkim',
    words: 'domain dns signieren spam sign',
    group: 'mail',
    label: { de: 'DKIM', en: 'DKIM' },
    order: 8,
    component: Dkim,
    administrators: true,
  },
  {
    key: 'mailTransfer',
    words: 'mbox eml importieren exportieren sichern backup',
    group: 'mail',
    label: { de: 'Import und Export', en: 'Import and export' },
    order: 9,
    component: Transfer,
  },
];
