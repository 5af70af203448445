import type { Command } from 'commander';
import { describeSettings, loadConfig, valuesInForce } from '../platform/config/config.ts';
import type { Io } from './io.ts';
import { addCommand, show, type Shown, table } from './show.ts';

interface SettingsOptions extends Shown {
  readonly markdown?: boolean;
}

/** The table of docs/run-it-for-real.md, which a test compares. */
export function settingsMarkdown(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = describeSettings().map(
    (it) => `| \`${it.name}\` | ${cell(it.description)} | ${cell(it.allowed)} | ${cell(it.default)} |`,
  );
  return ['| setting | what it is for | allowed | default |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function showSettings(io: Io, options: SettingsOptions): void {
  if (options.markdown) return io.out(settingsMarkdown());
  const values = valuesInForce(loadConfig(io));
  const rows = describeSettings().map((it) => ({ ...it, value: values[it.name] ?? '' }));
  return show(io, options, rows, () =>
    table(
      [
        ['Setting', (row) => row.name],
        ['Now', (row) => row.value],
        ['Default', (row) => row.default],
        ['What it is for', (row) => row.description],
      ],
      rows,
    ),
  );
}

/** `kontor settings` */
export function settingsCommand(program: Command, io: Io): void {
  addCommand(program, 'settings', {
    about: 'show all settings, with the values they have here',
    example: 'KONTOR_PORT=9000 kontor settings',
  })
    .option('--markdown', 'print the table of the documentation')
    .action((options: SettingsOptions) => showSettings(io, options));
}
