import type { ReactNode } from 'react';
import { useTexts } from '../../shell/index.ts';
import { Button } from '../../ui/parts.tsx';
import type { Conflict } from '../co-edit.ts';
import { writingTexts } from './writing-texts.ts';

/** What two have made of the same place, side by side, to be decided. */
export function ConflictsPanel({
  conflicts,
  nameOf,
  show,
  onDecide,
}: {
  conflicts: readonly Conflict[];
  nameOf: (field: string) => string;
  show: (field: string, value: unknown) => ReactNode;
  /** `both` is there for texts alone. */
  onDecide: (one: Conflict, decision: 'mine' | 'theirs' | 'both') => void;
}) {
  const t = useTexts(writingTexts);
  const [one] = conflicts;
  if (one === undefined) return null;
  const isText = Array.isArray(one.theirs);
  return (
    <section className="written-conflicts" role="alert" aria-label={t.conflictsTitle}>
      <h2>
        {t.conflictsTitle}: {nameOf(one.field)}
      </h2>
      <p className="quiet">{t.conflictsIntro}</p>
      <div className="written-sides">
        <div>
          <h3>{t.mine}</h3>
          <div className="written-side">{show(one.field, one.mine) || t.empty}</div>
          <Button onClick={() => onDecide(one, 'mine')}>{t.keepMine}</Button>
        </div>
        <div>
          <h3>{t.theirs}</h3>
          <div className="written-side">{show(one.field, one.theirs) || t.empty}</div>
          <Button onClick={() => onDecide(one, 'theirs')}>{t.takeTheirs}</Button>
        </div>
      </div>
      {isText ? <Button onClick={() => onDecide(one, 'both')}>{t.takeBoth}</Button> : null}
    </section>
  );
}
