import { missingSecret, type MailServer } from '@kontor/contract/mail';
import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { Secrets } from '../../../platform/crypto/secrets.ts';
import { createTokenSource, type MailServerAddress, type TokenSettings } from '../../../platform/mailwire/index.ts';
import type { Person } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { maySendSecrets } from './access.ts';
import type { AccountRow, SealedSecrets } from '../store/accounts.ts';

/** What the secrets of an account are sealed to. */
export const passwordBinding = (instanceId: number, accountId: number): string =>
  `mail_account ${instanceId} ${accountId}`;
export const secretBinding = (instanceId: number, accountId: number): string =>
  `${passwordBinding(instanceId, accountId)} client secret`;
export const tokenBinding = (instanceId: number, accountId: number): string =>
  `${passwordBinding(instanceId, accountId)} refresh token`;
export const smtpPasswordBinding = (instanceId: number, accountId: number): string =>
  `${passwordBinding(instanceId, accountId)} smtp password`;

type Credentials = Pick<MailServer, 'authentication' | 'password' | 'oauth2'>;

/** Throws PARAMETERS_INVALID at the secret that is missing to sign in. */
export function requireSecrets(given: Credentials): void {
  const path = missingSecret(given);
  if (path === undefined) return;
  fail('PARAMETERS_INVALID', {
    errors: [{ path: path === 'password' ? path : 'oauth2.refreshToken', message: 'TEXT_EMPTY' }],
  });
}

/** Fails as `requireSecrets` does where neither what was given nor what is stored is enough, or the stored may not be sent there. */
export function requireStored(
  ctx: { readonly secrets: Secrets; readonly person: Person },
  account: AccountRow,
  server: MailServer,
): void {
  if (missingSecret(server) !== undefined) requireSecrets(withStored(ctx, account, server));
}

/** A server with the stored secrets of an account in place of empty ones, as far as they may be sent there. */
export function withStored<S extends MailServer>(
  { secrets, person }: { readonly secrets: Secrets; readonly person: Person },
  account: AccountRow,
  server: S,
): S {
  if (!maySendSecrets(person, account, server)) return server;
  const stored = openSecrets(secrets, account);
  const { oauth2 } = server;
  return {
    ...server,
    password: server.password || stored.password,
    oauth2:
      oauth2 === null
        ? null
        : {
            ...oauth2,
            clientSecret: oauth2.clientSecret || stored.clientSecret,
            refreshToken: oauth2.refreshToken || stored.refreshToken,
          },
  };
}

export const NO_SECRETS: SealedSecrets = { password: '', clientSecret: '', refreshToken: '' };

/** Seals what was given; empty secrets are left out, which keeps the stored ones. */
export function sealSecrets(
  secrets: Secrets,
  instanceId: number,
  accountId: number,
  given: Credentials,
): SealedSecrets {
  const { password, oauth2 } = given;
  return {
    ...(password === '' ? {} : { password: secrets.seal(password, passwordBinding(instanceId, accountId)) }),
    ...(!oauth2?.clientSecret
      ? {}
      : { clientSecret: secrets.seal(oauth2.clientSecret, secretBinding(instanceId, accountId)) }),
    ...(!oauth2?.refreshToken ? {} : { refreshToken: sealToken(secrets, instanceId, accountId, oauth2.refreshToken) }),
  };
}

export const sealToken = (secrets: Secrets, instanceId: number, accountId: number, token: string): string =>
  secrets.seal(token, tokenBinding(instanceId, accountId));

/** The stored secrets of an account. One that was written with another key file is empty: it has to be typed again. */
export function openSecrets(
  secrets: Secrets,
  account: AccountRow,
): { password: string; clientSecret: string; refreshToken: string } {
  const { instance_id: instanceId, account_id: accountId } = account;
  const open = (sealed: string | null, bound: string): string => {
    try {
      return sealed === null || sealed === '' ? '' : secrets.open(sealed, bound);
    } catch {
      return '';
    }
  };
  return {
    password: open(account.sealed_password, passwordBinding(instanceId, accountId)),
    clientSecret: open(account.sealed_client_secret, secretBinding(instanceId, accountId)),
    refreshToken: open(account.sealed_refresh_token, tokenBinding(instanceId, accountId)),
  };
}

/** The server of an account as the wire takes it. `onRotated` keeps a new refresh token, `current` reads the one that is kept. */
export function addressOf(parts: {
  readonly server: Omit<MailServer, 'oauth2'> & { readonly oauth2: TokenSettings | null };
  readonly policy: EgressPolicy;
  readonly now: () => number;
  readonly onRotated: (refreshToken: string) => Promise<void>;
  readonly current?: () => Promise<string>;
}): MailServerAddress {
  const { authentication, oauth2, ...server } = parts.server;
  if (authentication === 'password' || oauth2 === null) return server;
  const { policy, now, onRotated, current } = parts;
  return { ...server, tokens: createTokenSource({ settings: oauth2, policy, now, onRotated, current }) };
}

/** The server of an account with its stored secrets. */
export function storedServer(secrets: Secrets, account: AccountRow): Parameters<typeof addressOf>[0]['server'] {
  const { password, clientSecret, refreshToken } = openSecrets(secrets, account);
  return {
    host: account.host,
    port: account.port,
    security: account.security,
    userName: account.user_name,
    password,
    trustedFingerprint: account.trusted_fingerprint,
    authentication: account.authentication,
    oauth2:
      account.token_url === null
        ? null
        : { tokenUrl: account.token_url, clientId: account.client_id ?? '', clientSecret, refreshToken },
  };
}
