import { kindManifest, loadSources } from '../activity/index.tsx';
import { lazily } from '../../ui/lazily.tsx';

const loadDetail = () => import('./detail.tsx');
const loadList = () => import('./list.tsx').then((module) => module.mailList);
const FOLDERS = /^(drafts|templates|outbox)$/;
const Folders = lazily(() => import('./composer/folders.tsx').then((module) => module.Folders));
const MailSend = lazily(() => import('./composer/screen.tsx').then((module) => module.MailSendScreen));
const mailSend = { kind: 'detail', component: MailSend, icon: 'pencil-simple', keptAlive: true } as const;
const MailDetail = lazily(() => loadDetail().then((module) => module.MailDetailScreen));
const NoMailbox = lazily(() => import('./no-mailbox.tsx').then((module) => module.NoMailbox));
const AbsenceBar = lazily(() => import('./settings/absence/bar.tsx').then((module) => module.AbsenceBar));
const RecordAttachments = lazily(() => import('./of-record.tsx').then((module) => module.RecordAttachments));

const mail = kindManifest('email', {
  name: 'mail',
  order: 30,
  detail: MailDetail,
  isRefetchedOnShow: true,
  list: {
    load: loadList,
    // Drafts, templates and the outbox stand in the place of the list.
    around: ({ children, ...props }) =>
      FOLDERS.test(props.params['source'] ?? '') ? <Folders {...props} /> : children,
    order: 11,
    keys: 'g m',
    bottom: true,
  },
  screens: { mailSend, mailSendWithReceiver: mailSend },
  begin: { order: 1, key: 'c', run: ({ client }, open) => open(`/mailSend?draft=${client.env.newId()}`) },
  sought: () => import('./composer/palette.ts').then((module) => module.writingCommands),
  templates: () => import('./composer/text-templates.ts').then((module) => module.textTemplates),
  ofPeople: () => import('./composer/palette.ts').then((module) => module.ofPeople),
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
    for (const part of [MailSend, Folders]) void part.load();
    void loadDetail().then(
      ({ warmReader }) => warmReader(),
      () => undefined,
    );
  },
  prepare: {
    email: (client, aggregateId) => void loadDetail().then(({ prepareMail }) => prepareMail(client, aggregateId)),
  },
});

export const manifests = [mail];
