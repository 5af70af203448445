import type { RowFault } from '@kontor/contract/kernel';
import { FaultNote } from '../../ui/fault-note.tsx';
import { Button } from '../../ui/parts.tsx';
import { useTexts } from '../index.ts';
import { importTexts, type ImportFrameTexts } from './texts.ts';

type Outcome = keyof ImportFrameTexts['counts'];
const OUTCOMES = ['made', 'changed', 'joined', 'skipped', 'faulty'] as const satisfies readonly Outcome[];
/** How many rows became what; what an import has no such rows for is left out. */
export type OutcomeCounts = Readonly<Partial<Record<Outcome, number>>>;

/** What became or becomes of the rows of a file. */
export function ImportCounts({ counts }: { counts: OutcomeCounts }) {
  const t = useTexts(importTexts);
  return (
    <ul className="import-counts">
      {OUTCOMES.map((key) => {
        const count = counts[key];
        return count === undefined ? null : (
          <li key={key} data-count={key} data-none={count === 0}>
            {t.counts[key](count)}
          </li>
        );
      })}
    </ul>
  );
}

/** The counts of an import that are not nothing, in words. */
export const countsSaid = (t: ImportFrameTexts, counts: OutcomeCounts): readonly string[] =>
  OUTCOMES.flatMap((key) => ((counts[key] ?? 0) > 0 ? t.counts[key](counts[key] ?? 0) : []));

const faultSaid = (
  t: ImportFrameTexts,
  labelOf: (target: string) => string,
  { column, target, why, value }: RowFault,
): string =>
  t.fault(
    column === '' && target !== ''
      ? labelOf(target)
      : column
          .split(', ')
          .map((one) => (t.cards as Readonly<Record<string, string>>)[one] ?? one)
          .join(', '),
    value,
    (t.why as Readonly<Record<string, string>>)[why] ?? t.why.other,
  );

/** The rows that are not taken, why, and all of them as a file. Nothing where all are taken. */
export function FaultyRows({
  faulty,
  faults,
  labelOf,
  fault,
  isBusy,
  onDownload,
}: {
  /** How many there are; the first of them are told. */
  faulty: number;
  faults: readonly { readonly row: number; readonly faults: readonly RowFault[] }[];
  /** What a field is called. */
  labelOf: (target: string) => string;
  /** Why the file could not be saved. */
  fault: string | undefined;
  isBusy: boolean;
  onDownload: () => void;
}) {
  const t = useTexts(importTexts);
  if (faulty === 0) return null;
  return (
    <section className="import-card" aria-labelledby="import-faults">
      <div>
        <h3 id="import-faults">{t.faults}</h3>
        <p className="quiet">{t.faultsHint}</p>
      </div>
      <FaultNote text={fault} />
      <footer>
        <Button icon="download-simple" disabled={isBusy} onClick={onDownload}>
          {t.download}
        </Button>
      </footer>
      {faults.length < faulty ? <p className="quiet small">{t.firstFaults(faults.length)}</p> : null}
      <ul className="import-faults">
        {faults.map(({ row, faults: own }) => (
          <li key={row}>
            <strong>{t.row(row)}</strong>
            <span>{own.map((one) => faultSaid(t, labelOf, one)).join('; ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
