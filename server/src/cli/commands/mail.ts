import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';
import type { AccountOptions, AddressOptions } from '../mail.ts';
import { PASSWORD_FILE } from './password-file.ts';

const load = () => import('../mail.ts');

const ABOUT = {
  pause: 'stop reading a mailbox until it is told to go on; nothing that was fetched is lost',
  resume: 'go on reading a mailbox where it was stopped',
} as const;

/** `kontor mail …` */
export function mailCommandsOf(program: Command, io: Io): void {
  const group = program
    .command('mail')
    .description('the mailboxes that are read, and the addresses that are received for');
  addCommand(group, 'add-account <instance> <owner>', {
    about: 'read a mailbox over IMAP; the owner and the members see its mails',
    example:
      'kontor mail add-account acme anna --email info@acme.example --host imap.acme.example --member ben --password-file secret.txt',
  })
    .requiredOption('--email <address>', 'address of the mailbox')
    .requiredOption('--host <host>', 'mail server')
    .option('--port <port>', 'port (default: 993 with tls, else 143)')
    .option('--security <kind>', 'tls, starttls or none', 'tls')
    .option('--user-name <name>', 'name to sign in with (default: the address)')
    .option('--name <name>', 'what people see (default: the address)')
    .option('--member <person...>', 'others who see its mails')
    .option('--own-states', 'each member has states of their own (default: one for all)')
    .option(PASSWORD_FILE[0], 'take the password from a file, or from standard input with "-" (default: asks)')
    .option('--token-url <address>', 'sign in with OAuth 2 tokens from this address instead of a password')
    .option('--client-id <id>', 'client id at the token server')
    .option('--client-secret-file <file>', 'client secret, from a file or "-" (default: none)')
    .option('--refresh-token-file <file>', 'refresh token, from a file or "-" (default: asks)')
    .action(async (instance: string, owner: string, options: AccountOptions) =>
      (await load()).addAccount(io, instance, owner, options),
    );
  addCommand(group, 'add-address <instance> <owner> <address>', {
    about: 'receive mail for an address; the owner and the members see its mails',
    example: 'kontor mail add-address acme anna info@acme.example --member ben',
  })
    .option('--name <name>', 'what people see (default: the address)')
    .option('--member <person...>', 'others who see its mails')
    .option('--own-states', 'each member has states of their own (default: one for all)')
    .action(async (instanceName: string, owner: string, email: string, options: AddressOptions) =>
      (await load()).addAddress(io, { instanceName, owner, email }, options),
    );
  addCommand(group, 'accounts <instance>', {
    about: 'show the mailboxes and addresses, and how far they are',
    example: 'kontor mail accounts acme --json',
  }).action(async (instance: string, options: Shown) => (await load()).listAccounts(io, instance, options));
  for (const way of ['pause', 'resume'] as const)
    addCommand(group, `${way} <instance> <account>`, {
      about: ABOUT[way],
      example: `kontor mail ${way} acme info@acme.example`,
    }).action(async (instanceName: string, typed: string, options: Shown) =>
      (await load()).pauseOrResume(io, way, { instanceName, typed }, options),
    );
}
