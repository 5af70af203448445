import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { SubmitServer } from '../../../platform/mailsubmit/index.ts';
import type { MailRelay } from '../../../platform/mailsend/index.ts';
import type { Secrets } from '../../../platform/crypto/secrets.ts';
import type { TokenSource } from '../../../platform/mailwire/index.ts';
import { openSecrets, smtpPasswordBinding } from '../mailboxes/credentials.ts';
import type { AccountRow } from '../store/accounts.ts';

/** Where a mail is handed over, and what may be connected to for it. */
export interface Way {
  readonly server: SubmitServer;
  readonly policy: EgressPolicy;
}

/** The stored password for sending; empty where there is none, or it was sealed with another key. */
export function smtpPassword(secrets: Secrets, account: AccountRow): string {
  const sealed = account.sealed_smtp_password;
  if (sealed === null || sealed === '') return '';
  try {
    return secrets.open(sealed, smtpPasswordBinding(account.instance_id, account.account_id));
  } catch {
    return '';
  }
}

/** How mail of an account leaves; undefined where neither it nor the operator has a server. */
export function wayOf(parts: {
  readonly account: AccountRow;
  readonly secrets: Secrets;
  readonly policy: EgressPolicy;
  readonly relay: MailRelay | undefined;
  readonly tokens: TokenSource | undefined;
}): Way | undefined {
  const { account, secrets, policy, relay, tokens } = parts;
  if (account.smtp_host === null)
    return relay === undefined ? undefined : { server: relayServer(relay), policy: RELAY };
  const isAsRead = (account.smtp_user_name ?? '') === '';
  const userName = isAsRead ? account.user_name : (account.smtp_user_name ?? '');
  const own = smtpPassword(secrets, account);
  const password = own !== '' || !isAsRead ? own : openSecrets(secrets, account).password;
  const usesTokens = isAsRead && own === '' && account.authentication === 'oauth2';
  return {
    policy,
    server: {
      host: account.smtp_host,
      port: account.smtp_port ?? 587,
      security: account.smtp_security ?? 'starttls',
      login: userName === '' ? null : { userName, password, tokens: usesTokens ? tokens : undefined },
      trustedFingerprint: account.smtp_fingerprint,
      isVerified: true,
    },
  };
}

/** It is the operator who chose the relay: it may stand in the own network. */
const RELAY: EgressPolicy = { allowPrivateHosts: true };

const relayServer = (relay: MailRelay): SubmitServer => ({
  host: relay.host,
  port: relay.port,
  security: relay.isSecure ? 'tls' : relay.requiresTls ? 'starttls' : 'offered',
  login: relay.login === undefined ? null : { userName: relay.login.user, password: relay.login.pass },
  trustedFingerprint: null,
  isVerified: !relay.isLocal,
});
