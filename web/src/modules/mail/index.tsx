import { defineManifest, href } from '../../shell/index.ts';
import { useModuleCount } from '../activity/index.tsx';
import { lazily } from '../../ui/lazily.tsx';

const loadDetail = () => import('./detail.tsx');
const MailList = lazily(() => import('./list.tsx').then((module) => module.MailList));
const MailDetail = lazily(() => loadDetail().then((module) => module.MailDetailScreen));
const NoMailbox = lazily(() => import('./no-mailbox.tsx').then((module) => module.NoMailbox));
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
  settings: () => import('./settings-tab.ts').then((module) => module.settingsTabs),
  ahead: () => import('./ahead.ts').then(({ mailAhead }) => mailAhead),
  warm: () => {
    for (const part of [MailList, MailDetail]) void part.load();
    void loadDetail().then(
      ({ warmReader }) => warmReader(),
      () => undefined,
    );
  },
  prepare: {
    email: (client, aggregateId) => void loadDetail().then(({ prepareMail }) => prepareMail(client, aggregateId)),
  },
});
