import { Command, CommanderError } from 'commander';
import { auditCommands } from './commands/audit.ts';
import { backupCommands } from './commands/backup.ts';
import { groupCommandsOf } from './commands/group.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { instanceCommands } from './commands/instance.ts';
import type { Io } from './io.ts';
import { jobsCommands } from './commands/jobs.ts';
import { keyCommands } from './commands/keys.ts';
import { mailCommandsOf } from './commands/mail.ts';
import { passwordCommand } from './commands/password.ts';
import { personCommands } from './commands/person.ts';
import { rightsCommands } from './commands/rights.ts';
import { settingsCommand } from './commands/settings.ts';
import { statusCommand } from './commands/status.ts';

/** Commander's message as a sentence: without its prefix, and what it guesses as a second one. */
function sentence(message: string): string {
  const [fault = '', guess] = message
    .replace(/^error: /, '')
    .trim()
    .split(/\s*\n\s*/);
  const text = `${fault.charAt(0).toUpperCase()}${fault.slice(1)}${/[.?!]$/.test(fault) ? '' : '.'}`;
  return guess === undefined ? text : `${text} ${guess.replace(/^\((.*)\)$/, '$1')}`;
}

/** The whole command line. */
function buildProgram(io: Io): Command {
  const program = new Command('kontor')
    .description('For whoever runs Kontor. Works while the server runs and while it does not, with its settings.')
    .addHelpText('after', '\nExample:\n  kontor person add demo dana --first-name Dana')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
      outputError: (text, write) => write(sentence(text)),
    });
  instanceCommands(program, io);
  personCommands(program, io);
  groupCommandsOf(program, io);
  rightsCommands(program, io);
  passwordCommand(program, io);
  mailCommandsOf(program, io);
  importCommand(program, io);
  exportCommand(program, io);
  jobsCommands(program, io);
  auditCommands(program, io);
  backupCommands(program, io);
  keyCommands(program, io);
  settingsCommand(program, io);
  statusCommand(program, io);
  return program;
}

function lineOf(action: Command): { command: string; given: string } {
  const names: string[] = [];
  for (let it: Command | null = action; it !== null; it = it.parent) names.unshift(it.name());
  return { command: names.join(' '), given: action.args.join(' ') };
}

/** Runs one command line and answers the exit code. Failures are a sentence on standard error, faults of ours a stack. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    const line = { command: '', given: '' };
    const program = buildProgram({ ...io, line });
    program.hook('preAction', (_program, action) => void Object.assign(line, lineOf(action)));
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed it already.
    if (error instanceof CommanderError) return error.exitCode;
    const { faultSentence } = await import('./faults.ts');
    io.err(faultSentence(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
    return io.stop.aborted ? 130 : 1;
  }
}
