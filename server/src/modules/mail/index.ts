import { mailContract } from '@kontor/contract/mail';
import type { EgressPolicy, Resolver } from '../../platform/egress/index.ts';
import { SignatureReader } from '../../platform/mailcheck/index.ts';
import type { MailRelay } from '../../platform/mailsend/index.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { MailParser } from '../../platform/mailparse/index.ts';
import type { JobContext, JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { PreviewParts } from '../../platform/preview/index.ts';
import { closeAll } from '../../platform/operation/closing.ts';
import { bindContract } from '../../platform/operation/manifest.ts';
import type { ItemModule, ItemKinds, ListReader } from '../activity/index.ts';
import { recordAddressSource } from '../record/index.ts';
import { mailBoxes } from './mailboxes/box.ts';
import { checkJobs, startChecking } from './checks/checking.ts';
import { originCommandHandlers, originQueryHandlers } from './checks/handlers.ts';
import { commandHandlers } from './commands.ts';
import { contactJobs, lookForContacts, type OnContactDetails } from './reading/contact-details.ts';
import { ImageProxy, type ImagePolicy } from './reading/images.ts';
import { mailItemKind } from './item-kind.ts';
import { invitationCommandHandlers } from './invitations/answering.ts';
import {
  calendarJobs,
  tellSoon,
  type InvitationDesk,
  type OnCalendarPart,
  type OnInvitationAnswered,
} from './invitations/desk.ts';
import type { OnAnswers } from './arrival/answers.ts';
import { jobHandlers } from './arrival/jobs.ts';
import { previewHandlers } from './previews/handlers.ts';
import { unreadableJobs } from './arrival/unreadable.ts';
import { queryHandlers, type QueryParts } from './queries.ts';
import { rereadingJobs, startRereadingOlder } from './arrival/reread-older.ts';
import { receivingJobs, startReceiving } from './arrival/receiving.ts';
import { dkimCommandHandlers, dkimQueryHandlers } from './sending/dkim.ts';
import { sendingCommandHandlers, sendingQueryHandlers } from './sending/handlers.ts';
import type { SendLimits } from './sending/send.ts';
import type { LetterDesk } from './sending/letters.ts';
import { MailSender } from './sending/sender.ts';
import { MailSupervisor } from './mailboxes/supervisor.ts';
import { threadCommandHandlers, threadQueryHandlers } from './threads/handlers.ts';
import { absenceCommandHandlers, absenceQueryHandlers, handoverQueryHandlers } from './teamwork/absence/handlers.ts';
import { absenceJobs, startTurningAbsences } from './teamwork/absence/turning.ts';
import { attendanceCommandHandlers, attendanceQueryHandlers } from './teamwork/attendance.ts';
import { commentCommandHandlers, commentQueryHandlers } from './teamwork/comments.ts';
import type { ActionParts } from './teamwork/rules/actions.ts';
import { ruleCommandHandlers, ruleQueryHandlers } from './teamwork/rules/handlers.ts';
import { ruleJobs, startSweepingRules, wakeRules } from './teamwork/rules/running.ts';
import { claimCommandHandlers } from './teamwork/claiming.ts';
import { rightsCommandHandlers, rightsQueryHandlers } from './teamwork/rights.ts';
import { startThreading, threadJobs } from './threads/threading.ts';
import { transferCommandHandlers, transferQueryHandlers } from './transfer/handlers.ts';
import { importJobs } from './transfer/importing.ts';
import { unsubscribeJobs } from './unsubscribing/unsubscribing.ts';
import { countingJobs, startCounting } from './writing/counting.ts';
import { draftCommandHandlers } from './writing/drafts.ts';
import { writingQueryHandlers, type WritingParts } from './writing/queries.ts';
import { senderCommandHandlers } from './writing/senders.ts';
import { signatureCommandHandlers } from './writing/signatures.ts';
import { suggestionHandlers } from './writing/suggestions.ts';
import { startDraftSweep } from './writing/sweep.ts';

export { openAddress } from './mailboxes/addresses.ts';
export { openAccountFromOutside, pauseAccountFromOutside, type NewMailAccount } from './mailboxes/accounts.ts';
export {
  importInBatches,
  importMails,
  importMail,
  importTarget,
  type ImportedMail,
  type ImportParts,
  type ImportTarget,
} from './arrival/import.ts';
export { BatchedImport } from './arrival/import-batches.ts';
export { suggestionsForMail } from './linking/linking.ts';
export { awayAmong, awayBetween, nextAwayChange } from './teamwork/absence/away.ts';
export { followGroup } from './teamwork/rights.ts';
export type { ContactDetails } from './reading/contact-details.ts';
export type { ImagePolicy } from './reading/images.ts';
export { openInvitations } from './invitations/desk.ts';
export { openLetters } from './sending/letters.ts';
export { addressSink, type AddressRecipient } from './arrival/receiving.ts';
export { mailStored } from './stored.ts';
export { countReceived } from './store/received.ts';
export { maildirFile, mboxFile } from './transfer/exporting.ts';
export { daysOf, stateOfFound } from './transfer/rules.ts';
export { activeAccounts, countCopies, countMailboxes, type AccountRow } from './store/accounts.ts';

/** Processor time for a mail that others wait behind, and all that one gets which nobody waits behind. */
const QUICK_CPU_MS = 3000;
const PATIENCE = { processes: 1, wallMs: 60_000, cpuMs: 30_000, memoryMiB: 512 };

export interface MailParts {
  readonly list: ListReader;
  /** All kinds of item: mails take files of theirs along. */
  readonly itemKinds: () => ItemKinds;
  /** How many processes take mails apart. */
  readonly parserProcesses: number;
  /** Which mail servers may be connected to. */
  readonly mailPolicy: EgressPolicy;
  /** Where images that mails name may be fetched from; by default never from the own network, for it is strangers who name them. */
  readonly imagePolicy?: ImagePolicy | undefined;
  /** Whether this server receives mail itself. */
  readonly receiver: QueryParts['receiver'];
  readonly metrics: Metrics;
  /** How mail leaves. */
  readonly sending: {
    readonly limits: SendLimits;
    /** The mail server that takes mails of an instance's accounts which have none of their own. */
    readonly relayOf: (instance: Instance) => MailRelay | undefined;
    readonly name: string;
    readonly triesHours: number;
  };
  readonly writing: WritingParts;
  /** What others say to addresses by mail. */
  readonly letters: LetterDesk;
  /** Hears of mails that answer others. */
  readonly onAnswers: OnAnswers;
  /** Sends what people say in their calendars, hears what they say in mails, and what organisers send. */
  readonly invitations: InvitationDesk;
  readonly onInvitationAnswered: OnInvitationAnswered;
  readonly onCalendarPart: OnCalendarPart;
  /** Hears of how senders of mails can be reached, by these. */
  readonly onContactDetails: OnContactDetails;
  /** Returns what names stand for, to check where mails are from; undefined where that is not wanted. */
  readonly resolver?: Resolver | undefined;
  /** What files are looked at with. */
  readonly previews: PreviewParts;
}

/** Mailboxes read over IMAP, addresses that are received for, and the mails in them. */
export function mailModule(parts: MailParts): ItemModule {
  const { metrics } = parts;
  const onKill = (reason: string) => metrics.count('parser_kills', { reason });
  const onRefused = () => metrics.count('egress_blocks', {});
  const mailPolicy = { ...parts.mailPolicy, onRefused };
  const parser = new MailParser({ processes: parts.parserProcesses, cpuMs: QUICK_CPU_MS, onKill });
  const patientParser = new MailParser({ ...PATIENCE, onKill });
  const { previews } = parts;
  // Of images and of pages to unsubscribe at: it is strangers who name them.
  const imagePolicy = { ...(parts.imagePolicy ?? { allowPrivateHosts: false }), onRefused };
  const images = new ImageProxy(imagePolicy, previews.cleaner);
  const signatures = new SignatureReader({ onKill });
  let supervisor: MailSupervisor | undefined;
  let sender: MailSender | undefined;
  const push = (instanceId: number, accountId: number) => supervisor?.push(instanceId, accountId);
  const sending = {
    ...parts.sending,
    itemKinds: parts.itemKinds,
    policy: mailPolicy,
    push,
    wake: () => sender?.wake(),
  };
  parts.letters.onQueued(sending.wake);
  parts.invitations.onQueued(sending.wake);
  const itemKind = mailItemKind(previews, push);
  const itemKinds: ItemKinds = new Map([[itemKind.module, itemKind]]);
  const acting: ActionParts = {
    itemKinds: () => itemKinds,
    wake: sending.wake,
    push,
    hasRelay: parts.writing.hasRelay,
    languageOf: parts.writing.languageOf,
    mostBytes: sending.limits.mostBytes,
  };
  return {
    ...bindContract(mailContract, {
      queries: {
        ...queryHandlers({ ...parts, mailPolicy, images, previews, supervisor: () => supervisor }),
        ...previewHandlers(previews),
        ...threadQueryHandlers,
        ...transferQueryHandlers,
        ...originQueryHandlers,
        ...ruleQueryHandlers,
        ...rightsQueryHandlers,
        ...attendanceQueryHandlers,
        ...commentQueryHandlers,
        ...absenceQueryHandlers,
        ...handoverQueryHandlers,
        ...sendingQueryHandlers(sending),
        ...dkimQueryHandlers(parts.resolver),
        ...writingQueryHandlers(parts.writing),
        ...suggestionHandlers([recordAddressSource]),
      },
      commands: {
        ...commandHandlers(() => supervisor),
        ...sendingCommandHandlers(sending),
        ...dkimCommandHandlers,
        ...draftCommandHandlers(parts.itemKinds),
        ...signatureCommandHandlers,
        ...senderCommandHandlers,
        ...threadCommandHandlers,
        ...transferCommandHandlers(push),
        ...originCommandHandlers,
        ...invitationCommandHandlers({
          languageOf: parts.writing.languageOf,
          onInvitationAnswered: parts.onInvitationAnswered,
          wake: sending.wake,
        }),
        ...ruleCommandHandlers(acting),
        ...absenceCommandHandlers,
        ...rightsCommandHandlers,
        ...claimCommandHandlers(() => itemKinds),
        ...attendanceCommandHandlers,
        ...commentCommandHandlers,
      },
    }),
    jobs: mailJobs({
      parser,
      patientParser,
      signatures,
      acting,
      imagePolicy,
      parts,
      push,
      supervisor: () => supervisor,
    }),
    services: [
      startReceiving,
      startDraftSweep,
      startCounting,
      startThreading,
      startRereadingOlder,
      startChecking,
      startSweepingRules,
      startTurningAbsences,
      async (tools) => {
        supervisor = new MailSupervisor(tools, mailPolicy);
        await supervisor.start();
        sender = new MailSender(tools, {
          ...sending,
          parser,
          pushSoon: (instanceId, accountId) => supervisor?.push(instanceId, accountId, 'pushSoon'),
          tokensOf: (instance, account) => supervisor?.tokensOf(instance, account),
        });
        return {
          close: () => closeAll([signatures, patientParser, parser, supervisor, sender]),
        };
      },
    ],
    itemKinds: [itemKind],
  };
}

interface MailJobsOptions {
  readonly parser: MailParser;
  /** Takes its time for mails that nobody waits behind. */
  readonly patientParser: MailParser;
  readonly signatures: SignatureReader;
  /** What rules act with. */
  readonly acting: ActionParts;
  /** Where pages to unsubscribe at may be. */
  readonly imagePolicy: EgressPolicy;
  readonly parts: MailParts;
  readonly push: (instanceId: number, accountId: number) => void;
  readonly supervisor: () => MailSupervisor | undefined;
}

/** What waits for where a mail is from: rules, calendars, and how its sender can be reached. */
async function onChecked(ctx: JobContext, mailId: number): Promise<void> {
  await wakeRules(ctx, mailId);
  await tellSoon(ctx, mailId);
  await lookForContacts(ctx, mailId);
}

/** What is done with mails later, or again and again. */
function mailJobs(options: MailJobsOptions): JobHandlers {
  const { parser, patientParser, signatures, acting, imagePolicy, parts, push, supervisor } = options;
  return {
    ...mailBoxes.jobs,
    ...jobHandlers({
      parser,
      rules: acting,
      onAnswers: parts.onAnswers,
      onListed: (instanceId, accountId) => supervisor()?.listed(instanceId, accountId),
      onAccountChange: (instance, accountId) => supervisor()?.refresh(instance, accountId),
    }),
    ...receivingJobs({ parser, rules: acting, onAnswers: parts.onAnswers }),
    ...ruleJobs(acting),
    ...absenceJobs,
    ...unreadableJobs({ patientParser, onAnswers: parts.onAnswers }),
    ...importJobs({ parser: patientParser, push }),
    ...countingJobs,
    ...threadJobs,
    ...rereadingJobs({ patientParser, onAnswers: parts.onAnswers }),
    ...unsubscribeJobs(imagePolicy),
    ...calendarJobs(parts),
    ...contactJobs(parts),
    ...checkJobs({ resolver: parts.resolver, signatures, onChecked }),
  };
}
