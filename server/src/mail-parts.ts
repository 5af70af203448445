import { takeAnswered, takeCalendarPart } from './modules/appointment/index.ts';
import { openInvitations, openLetters, type ImagePolicy, type MailParts } from './modules/mail/index.ts';
import { takeArrived } from './modules/message/index.ts';
import { languageOf } from './modules/settings/index.ts';
import type { Config } from './platform/config/config.ts';
import { createResolver } from './platform/egress/index.ts';
import { createMailer, relayOf, type MailRelay } from './platform/mailsend/index.ts';
import type { Instance, Platform } from './platform/operation/context.ts';
import type { Service, ServiceTools } from './platform/operation/manifest.ts';
import { inboxOf } from './between-modules.ts';
import { phonePorts } from './phone-parts.ts';

/** A mail server that runs within this process, for one instance. */
export interface OwnPost {
  /** Where an instance's mail is handed over; undefined for those that it is not there for. */
  relayOf(instance: Instance): MailRelay | undefined;
  start(tools: Platform & ServiceTools): Promise<Service>;
}

/** The mail servers that take the mails of accounts which have none of their own: the operator's, or an instance's own. */
function mailRelays(config: Config, ownPost: OwnPost | undefined) {
  const operators = relayOf(config);
  return {
    operators,
    of: (instance: Instance): MailRelay | undefined => ownPost?.relayOf(instance) ?? operators,
    isOwn: (instance: Instance): boolean => ownPost?.relayOf(instance) !== undefined,
  };
}

/** How mails of ours leave: those of people, of the instance itself, and invitations. */
export function openMailWays(config: Config, ownPost: OwnPost | undefined) {
  const relays = mailRelays(config, ownPost);
  const hasRelay = (instance: Instance): boolean => relays.of(instance) !== undefined;
  return {
    relays,
    mailer: createMailer(relays.operators),
    letters: openLetters({ hasRelay, languageOf, mostBytes: config.mailMostBytes }),
    invitations: openInvitations({ hasRelay, languageOf }),
  };
}
type MailWays = ReturnType<typeof openMailWays>;

interface Given {
  readonly platform: Platform;
  readonly config: Config;
  readonly previews: MailParts['previews'];
  readonly imagePolicy?: ImagePolicy | undefined;
  readonly ways: MailWays;
  readonly list: MailParts['list'];
  readonly itemKinds: MailParts['itemKinds'];
}

/** What the mails need, by the settings. */
export function mailParts({
  platform,
  config,
  previews,
  imagePolicy,
  ways: { relays, letters, invitations },
  list,
  itemKinds,
}: Given): MailParts {
  return {
    list,
    itemKinds,
    letters,
    invitations,
    onInvitationAnswered: takeAnswered({ inboxOf }),
    onCalendarPart: takeCalendarPart({ inboxOf }),
    onContactDetails: phonePorts.onContactDetails,
    onAnswers: takeArrived(itemKinds),
    previews,
    parserProcesses: config.parserProcesses,
    mailPolicy: { allowPrivateHosts: config.mailPrivateHosts },
    imagePolicy,
    resolver: config.dns === 'off' ? undefined : createResolver(config.dns),
    metrics: platform.metrics,
    sending: {
      limits: { mostBytes: config.mailMostBytes, mostReceivers: config.mailMostReceivers },
      relayOf: relays.of,
      name: config.smtpName,
      triesHours: config.sendTriesHours,
    },
    receiver: {
      isOn: config.smtpPort !== undefined,
      name: config.smtpName,
      port: config.smtpPort ?? null,
      receivesFor: (instance) => config.smtpPort !== undefined || relays.isOwn(instance),
    },
    writing: {
      hasRelay: (instance) => relays.of(instance) !== undefined,
      mostBytes: config.mailMostBytes,
      languageOf,
    },
  };
}
