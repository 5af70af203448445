import { mailCommands, mailExtras, mailQueries } from '@kontor/contract/mail';
import type { EgressPolicy } from '../../platform/egress/index.ts';
import { ImageCleaner } from '../../platform/images/index.ts';
import { MailParser } from '../../platform/mailparse/index.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { closeAll } from '../../platform/operation/closing.ts';
import { bindCommands, bindQueries, type ModuleManifest } from '../../platform/operation/manifest.ts';
import type { Leaf, ListReader } from '../activity/index.ts';
import { commandHandlers } from './commands.ts';
import { searchHead } from './filing.ts';
import { plainText } from './plain-text.ts';
import { ImageProxy, type ImagePolicy } from './images.ts';
import { jobHandlers } from './jobs.ts';
import { quarantineJobs } from './quarantine.ts';
import { queryHandlers, type QueryParts } from './queries.ts';
import { receivingJobs, startReceiving } from './receiving.ts';
import { fullName, isSeen } from './rules.ts';
import { lockCopies, wantSeen } from './store/copies.ts';
import { filesOf, headsOf, textsOf } from './store/mails.ts';
import { wantPlaces } from './store/places.ts';
import { MailSupervisor } from './supervisor.ts';
import { tipPeople } from './views.ts';

export { openAddress } from './addresses.ts';
export { openAccountFromOutside, pauseAccountFromOutside, type NewMailAccount } from './accounts.ts';
export {
  importMails,
  importRawMail,
  importTarget,
  type ImportedMail,
  type ImportParts,
  type ImportTarget,
} from './import.ts';
export type { ImagePolicy } from './images.ts';
export { addressSink } from './receiving.ts';
export { mailStored } from './stored.ts';
export { countReceived } from './store/received.ts';
export { activeAccounts, countCopies, countMailboxes, type AccountRow } from './store/accounts.ts';

/** Processor time for a mail that others wait behind, and all that one gets which nobody waits behind. */
const QUICK_CPU_MS = 3000;
const PATIENCE = { processes: 1, wallMs: 60_000, cpuMs: 30_000, memoryMiB: 512 };

export interface MailParts {
  readonly list: ListReader;
  /** How many processes take mails apart. */
  readonly parserProcesses: number;
  /** Which mail servers may be connected to. */
  readonly mailPolicy: EgressPolicy;
  /** Where images that mails name may be fetched from; by default never from the own network, for it is strangers who name them. */
  readonly imagePolicy?: ImagePolicy | undefined;
  /** Whether this server receives mail itself. */
  readonly receiver: QueryParts['receiver'];
  readonly metrics: Metrics;
}

/** Mailboxes read over IMAP, addresses that are received for, and the mails in them. */
export function mailModule(parts: MailParts): ModuleManifest & { readonly leaf: Leaf } {
  const { metrics } = parts;
  const onKill = (reason: string) => metrics.count('parser_kills', { reason });
  const onRefused = () => metrics.count('egress_blocks', {});
  const mailPolicy = { ...parts.mailPolicy, onRefused };
  const parser = new MailParser({ processes: parts.parserProcesses, cpuMs: QUICK_CPU_MS, onKill });
  const patientParser = new MailParser({ ...PATIENCE, onKill });
  const cleaner = new ImageCleaner();
  const images = new ImageProxy({ ...(parts.imagePolicy ?? { allowPrivateHosts: false }), onRefused }, cleaner);
  let supervisor: MailSupervisor | undefined;
  return {
    name: 'mail',
    queries: bindQueries(mailQueries, queryHandlers({ ...parts, mailPolicy, images, supervisor: () => supervisor })),
    commands: bindCommands(
      mailCommands,
      commandHandlers(() => supervisor),
    ),
    jobs: {
      ...jobHandlers({
        parser,
        onListed: (instanceId, accountId) => supervisor?.listed(instanceId, accountId),
        onAccountChange: (instance, accountId) => supervisor?.refresh(instance, accountId),
      }),
      ...receivingJobs({ parser }),
      ...quarantineJobs({ patientParser }),
    },
    services: [
      startReceiving,
      async (tools) => {
        supervisor = new MailSupervisor(tools, mailPolicy);
        await supervisor.start();
        return { close: () => closeAll([cleaner, patientParser, parser, supervisor]) };
      },
    ],
    leaf: {
      module: 'email',
      extras: (stored) => mailExtras(stored),
      async searchHeads({ db, instance }, mailIds) {
        const heads = await headsOf(db, instance.id, mailIds);
        return new Map(heads.map((mail) => [mail.mail_id, searchHead(mail)]));
      },
      async tipPeople({ db, instance }, mailId) {
        const [mail] = await headsOf(db, instance.id, [mailId]);
        return mail === undefined ? [] : tipPeople(mail.people);
      },
      async foundTexts({ db, instance }, mailIds) {
        const mails = await textsOf(db, instance.id, mailIds);
        return new Map(
          mails.map(({ mail_id, people: { from, to, cc, bcc }, html, files }) => [
            mail_id,
            { people: [...from, ...to, ...cc, ...bcc].map(fullName), attachments: files, body: plainText(html) },
          ]),
        );
      },
      async files({ db, instance }, mailIds) {
        const files = await filesOf(db, instance.id, mailIds);
        return Map.groupBy(files, (file) => file.mailId);
      },
      async onChanged(ctx, changes) {
        const wishes = changes.map(({ status, ...who }) => ({ ...who, seen: isSeen(status) }));
        const mailIds = changes.map(({ activityId }) => activityId);
        await lockCopies(ctx.db, ctx.instance.id, mailIds);
        const accounts = new Set([
          ...(await wantSeen(ctx.db, ctx.instance.id, wishes)),
          ...(await wantPlaces(ctx.db, ctx.instance.id, changes)),
        ]);
        ctx.afterCommit(() => {
          for (const accountId of accounts) supervisor?.push(ctx.instance.id, accountId);
        });
      },
    },
  };
}
