import type { Command } from 'commander';

/** Adds a command with what all of them have: `--json` and an example in its help. */
export const addCommand = (
  parent: Command,
  usage: string,
  { about, example }: { readonly about: string; readonly example: string },
): Command =>
  parent
    .command(usage)
    .description(about)
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', `\nExample:\n  ${example.split('\n').join('\n  ')}`);
