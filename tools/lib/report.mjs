// What a run tells at its end: a table of its parts and the dearest files. Pure.

const minutes = (value) => (value === undefined ? '–' : (value / 60).toFixed(1));
const MAX_FILES = 20;

function table(head, rows) {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => String(row[at]).length)));
  const line = (cells) =>
    `| ${cells.map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/**
 * The report in Markdown.
 * @param {{name: string, passed: number, failed: number, skipped: number, seconds: number, cpuSeconds: number | undefined,
 *   files: {path: string, tests: number, seconds: number}[]}[]} parts
 * @param {number} seconds of the whole run
 */
export function reportOf(parts, seconds) {
  const sum = (key) => parts.reduce((total, part) => total + (part[key] ?? 0), 0);
  const row = (name, part) => [
    name,
    part.passed,
    part.failed,
    part.skipped,
    part.seconds.toFixed(0),
    minutes(part.cpuSeconds),
  ];
  const total = {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    seconds,
    cpuSeconds: sum('cpuSeconds'),
  };
  const files = parts
    .flatMap((part) => part.files.map((file) => ({ ...file, part: part.name })))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, MAX_FILES);
  return [
    table(
      ['part', 'passed', 'failed', 'left out', 'seconds', 'core-minutes'],
      [...parts.map((part) => row(part.name, part)), row('total', total)],
    ),
    table(
      ['the dearest files', 'part', 'tests', 'seconds'],
      files.map((file) => [file.path, file.part, file.tests, file.seconds.toFixed(1)]),
    ),
  ].join('\n\n');
}
