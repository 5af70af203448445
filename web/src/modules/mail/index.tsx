import { defineManifest } from '../../shell/index.ts';
import { listScreen, loadSources, useModuleCount, usually } from '../activity/index.tsx';
import { lazily } from '../../ui/lazily.tsx';

const loadDetail = () => import('./detail.tsx');
const loadList = () => import('./list.tsx').then((module) => module.mailList);
const mailList = listScreen(loadList);
const MailDetail = lazily(() => loadDetail().then((module) => module.MailDetailScreen));
const NoMailbox = lazily(() => import('./no-mailbox.tsx').then((module) => module.NoMailbox));
const useMailCount = (): number => useModuleCount('email');

export const mail = defineManifest({
  name: 'mail',
  right: 'mailList',
  screens: {
    mailList,
    mail: { kind: 'detail', component: MailDetail, icon: 'envelope-simple' },
  },
  menu: [
    {
      route: 'mailList',
      path: usually('mailList'),
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
  ahead: async () => {
    const [{ mailAhead }, { sourcesAhead }, list] = await Promise.all([
      import('./ahead.ts'),
      loadSources(),
      loadList(),
    ]);
    return (client) => mailAhead(client, sourcesAhead(client, list));
  },
  fresh: async () => {
    const [{ freshMail }, { sourcesNow }, list] = await Promise.all([import('./ahead.ts'), loadSources(), loadList()]);
    return (client, settings) => freshMail(sourcesNow(client, list, settings));
  },
  warm: () => {
    for (const part of [mailList.component, MailDetail]) void part.load();
    void loadDetail().then(
      ({ warmReader }) => warmReader(),
      () => undefined,
    );
  },
  prepare: {
    email: (client, aggregateId) => void loadDetail().then(({ prepareMail }) => prepareMail(client, aggregateId)),
  },
});
