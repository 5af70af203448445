import { generatePassword, setPassword } from '../modules/account/index.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { findInstance, findPerson } from './lookup.ts';
import { show, type Shown } from './show.ts';
import { withWork } from './work.ts';

export interface PasswordOptions {
  readonly passwordFile?: string;
}

/** The chosen password, or a generated one that the caller has to print. */
export async function passwordFrom(
  io: Io,
  { passwordFile }: PasswordOptions,
): Promise<{ readonly password: string; readonly isGenerated: boolean }> {
  if (passwordFile === undefined) return { password: generatePassword(), isGenerated: true };
  return { password: await givenPassword(io, { passwordFile }, 'New password: '), isGenerated: false };
}

/** A password that somebody has to give: from a file or standard input, else typed at the terminal. */
export async function givenPassword(io: Io, { passwordFile }: PasswordOptions, question: string): Promise<string> {
  if (passwordFile === undefined && !io.isTerminal)
    throw new CliError('Without a terminal the password must come from --password-file.');
  const isTyped = io.isTerminal && (passwordFile === undefined || passwordFile === '-');
  const read = () => (passwordFile === '-' ? io.readInput() : io.readFile(passwordFile ?? ''));
  const password = (await (isTyped ? io.ask(question, true) : read())).replace(/\r?\n$/, '');
  if (password === '') throw new CliError('The password that was given is empty.');
  return password;
}

export async function reset(
  io: Io,
  instanceName: string,
  userName: string,
  options: Shown & PasswordOptions,
): Promise<void> {
  const { password, isGenerated } = await passwordFrom(io, options);
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const person = await findPerson(work, instance, userName);
    await work.change(instance, (ctx) => setPassword(ctx, person.user_id, password));
    const answer = { instance: instance.name, userName: person.user_name, ...(isGenerated ? { password } : {}) };
    show(io, options, answer, () => {
      const done = `The password of ${person.user_name} was changed, and all their sessions have ended.`;
      return isGenerated ? `${done}\nThe new password, shown this once: ${password}` : done;
    });
  });
}
