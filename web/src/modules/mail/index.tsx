import { lazy } from 'react';
import { defineManifest, href } from '../../shell/index.ts';
import { useModuleCount } from '../activity/index.tsx';

const loadList = () => import('./list.tsx');
const loadDetail = () => import('./detail.tsx');
const MailList = lazy(() => loadList().then((module) => ({ default: module.MailList })));
const MailDetail = lazy(() => loadDetail().then((module) => ({ default: module.MailDetailScreen })));
const MailSettings = lazy(() => import('./settings/accounts.tsx').then((module) => ({ default: module.MailAccounts })));
const NoMailbox = lazy(() => import('./no-mailbox.tsx').then((module) => ({ default: module.NoMailbox })));
const useMailCount = (): number => useModuleCount('email');

export const mail = defineManifest({
  name: 'mail',
  right: 'mailList',
  screens: {
    mailList: { kind: 'list', component: MailList },
    mail: { kind: 'detail', component: MailDetail },
  },
  menu: [
    {
      route: 'mailList',
      path: href('mailList', { view: 'open', date: 'all', source: 'main' }),
      icon: 'envelope-simple',
      label: { de: 'E-Mails', en: 'Emails' },
      order: 11,
      keys: 'g m',
      useCount: useMailCount,
      bottom: true,
    },
  ],
  emptyInbox: NoMailbox,
  settings: [{ key: 'mail', label: { de: 'Postfächer', en: 'Mailboxes' }, order: 2, component: MailSettings }],
  ahead: () => import('./ahead.ts').then(({ mailAhead }) => mailAhead),
  warm: () => {
    void loadList();
    void loadDetail().then(({ warmReader }) => warmReader());
  },
  prepare: {
    email: (client, aggregateId) => void loadDetail().then(({ prepareMail }) => prepareMail(client, aggregateId)),
  },
});
