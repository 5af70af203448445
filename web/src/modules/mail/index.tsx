import { defineManifest, type ScreenProps } from '../../shell/index.ts';
import { listScreen, loadSources, useModuleCount, defaultPathOf } from '../activity/index.tsx';
import { lazily } from '../../ui/lazily.tsx';

const loadDetail = () => import('./detail.tsx');
const loadList = () => import('./list.tsx').then((module) => module.mailList);
const FOLDERS = /^(drafts|templates|outbox)$/;
const allMails = listScreen(loadList);
const Folders = lazily(() => import('./composer/folders.tsx').then((module) => module.Folders));
const MailSend = lazily(() => import('./composer/screen.tsx').then((module) => module.MailSendScreen));
const mailSend = { kind: 'detail', component: MailSend, icon: 'pencil-simple', keptAlive: true } as const;
/** The list of mails, or what stands in its place: drafts, templates and the outbox. */
const mailList = {
  kind: 'list' as const,
  component: (props: ScreenProps) =>
    FOLDERS.test(props.params['source'] ?? '') ? <Folders {...props} /> : <allMails.component {...props} />,
};
const MailDetail = lazily(() => loadDetail().then((module) => module.MailDetailScreen));
const NoMailbox = lazily(() => import('./no-mailbox.tsx').then((module) => module.NoMailbox));
const AbsenceBar = lazily(() => import('./settings/absence/bar.tsx').then((module) => module.AbsenceBar));
const useMailCount = (): number => useModuleCount('email');
const RecordAttachments = lazily(() => import('./of-record.tsx').then((module) => module.RecordAttachments));

export const mail = defineManifest({
  name: 'mail',
  right: 'mailList',
  screens: {
    mailList,
    mailSend,
    mailSendWithReceiver: mailSend,
    mail: { kind: 'detail', component: MailDetail, icon: 'envelope-simple' },
  },
  menu: [
    {
      route: 'mailList',
      path: defaultPathOf('mailList'),
      icon: 'envelope-simple',
      label: { de: 'E-Mails', en: 'Emails' },
      order: 11,
      keys: 'g m',
      useCount: useMailCount,
      bottom: true,
    },
  ],
  creates: [
    {
      name: 'mail',
      icon: 'envelope-simple',
      label: { de: 'E-Mail', en: 'Email' },
      order: 1,
      key: 'c',
      right: 'createMail',
      run: ({ client }, open) => open(`/mailSend?draft=${client.env.newId()}`),
    },
  ],
  sought: () => import('./composer/palette.ts').then((module) => module.writingCommands),
  emptyInbox: NoMailbox,
  inRecords: { mailAttachment: RecordAttachments },
  bar: AbsenceBar,
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
    for (const part of [allMails.component, MailDetail, MailSend, Folders]) void part.load();
    void loadDetail().then(
      ({ warmReader }) => warmReader(),
      () => undefined,
    );
  },
  prepare: {
    email: (client, aggregateId) => void loadDetail().then(({ prepareMail }) => prepareMail(client, aggregateId)),
  },
});
