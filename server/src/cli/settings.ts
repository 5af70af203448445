import { describeSettings, loadConfig, valuesInForce } from '../platform/config/config.ts';
import type { Io } from './io.ts';
import { show, type Shown, table } from './show.ts';

export interface SettingsOptions extends Shown {
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

export function showSettings(io: Io, options: SettingsOptions): void {
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
