import type { ParamsOf } from '@kontor/contract/kernel';
import type { sendingCommands } from '@kontor/contract/mail';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { smtpPasswordBinding } from '../mailboxes/credentials.ts';
import { setSending } from './store/accounts.ts';

/** How mail leaves an account, as commands name it. */
type Chosen = Pick<ParamsOf<typeof sendingCommands.updateSending>, 'sending' | 'sentCopy'>;

/** Sets how mail leaves an account. `kept`: the password where none is given, empty for none. */
export async function chooseSending(
  { db, instance, secrets, now }: Pick<ChangeContext, 'db' | 'instance' | 'secrets' | 'now'>,
  accountId: number,
  { sending, sentCopy }: Chosen,
  kept = '',
): Promise<void> {
  const password = sending?.password || kept;
  await setSending(
    db,
    instance.id,
    accountId,
    {
      smtp_host: sending?.host ?? null,
      smtp_port: sending?.port ?? null,
      smtp_security: sending?.security ?? null,
      smtp_user_name: sending?.userName ?? null,
      smtp_fingerprint: sending?.trustedFingerprint ?? null,
      sent_copy: sentCopy,
      sealed_smtp_password:
        password === '' ? null : secrets.seal(password, smtpPasswordBinding(instance.id, accountId)),
    },
    new Date(now()),
  );
}
