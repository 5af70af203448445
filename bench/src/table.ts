/** One comparison: a figure of ours beside its anchor's, both in the same unit and from the same run. */
export interface Line {
  readonly name: string;
  readonly unit: 'ms' | 's' | 'a second' | 'MB';
  readonly ours: number;
  /** What it is measured against, in words. */
  readonly against: string;
  /** Left out where the anchor's program is not installed. */
  readonly anchor?: number;
  /** What the ratio of ours to the anchor should be, for example `≤ 1.5`; nothing where the figure is told for comparison alone. */
  readonly aim?: { readonly most: number } | { readonly least: number };
}

const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

/** A Markdown table with each figure beside its anchor's. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map(({ name, unit, ours, against, anchor, aim }) => {
    const ratio = anchor === undefined ? undefined : ours / anchor;
    const short = (value: number) => String(Number(value.toFixed(2)));
    const aimed = aim === undefined ? '' : 'most' in aim ? `≤ ${short(aim.most)}` : `≥ ${short(aim.least)}`;
    const met = ratio === undefined || aim === undefined || ('most' in aim ? ratio <= aim.most : ratio >= aim.least);
    const cells = [
      name,
      `${figure(ours)} ${unit}`,
      against,
      anchor === undefined ? 'not installed' : `${figure(anchor)} ${unit}`,
      ratio === undefined ? '' : figure(ratio),
      met ? aimed : `**${aimed}**`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| what | ours | against | anchor | ratio | aim (bold: missed) |',
    '| --- | ---: | --- | ---: | ---: | --- |',
    ...rows,
  ].join('\n');
}
