import type { Group } from './planning.ts';
import type { Outcome } from './tables.ts';

/** How many rows of a file became what: each is in exactly one of the numbers. */
export interface Counts {
  readonly made: number;
  readonly changed: number;
  readonly skipped: number;
  readonly faulty: number;
  /** Further rows of the same record that add something: contact persons. */
  readonly joined: number;
}

const NOTHING: Counts = { made: 0, changed: 0, skipped: 0, faulty: 0, joined: 0 };

/** What the rows of one record count as. Where nothing becomes of it nothing does of any of them; what a row before says already is left out. */
function countsOf({ rows }: Pick<Group, 'rows'>, outcome: Outcome): Counts {
  if (outcome === 'faulty' || outcome === 'skipped') return { ...NOTHING, [outcome]: rows.length };
  const said = new Set(rows.map(({ cells }) => JSON.stringify(cells))).size;
  return { ...NOTHING, [outcome]: 1, joined: said - 1, skipped: rows.length - said };
}

/** The counts of an import with what became of some more records. */
export function counted(
  before: Counts,
  decided: readonly { readonly group: Pick<Group, 'rows'>; readonly outcome: Outcome }[],
): Counts {
  return decided
    .map(({ group, outcome }) => countsOf(group, outcome))
    .reduce(
      (sum, one) => ({
        made: sum.made + one.made,
        changed: sum.changed + one.changed,
        skipped: sum.skipped + one.skipped,
        faulty: sum.faulty + one.faulty,
        joined: sum.joined + one.joined,
      }),
      before,
    );
}
