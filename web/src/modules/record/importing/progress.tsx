import { importCommands } from '@kontor/contract/record';
import { countsSaid } from '../../../shell/importing/outcome.tsx';
import { importTexts } from '../../../shell/importing/texts.ts';
import { useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { texts } from './texts.ts';
import type { ImportActs, OneImport } from './acts.ts';

/** How far the work in the background is. */
export function Progress({ one, acts }: { one: OneImport; acts: ImportActs }) {
  const t = useTexts(texts);
  const frame = useTexts(importTexts);
  const isUndo = one.state === 'undoing';
  const [at, all] = isUndo ? [one.taken + one.left, one.made + one.changed] : [one.atRow, one.rows ?? 0];
  const said = one.state === 'checking' ? t.checking(one.atRow) : isUndo ? t.undoing(at, all) : t.running(at, all);
  const percent = all === 0 ? undefined : Math.min(100, Math.floor((100 * at) / all));
  return (
    <section className="import-card" aria-label={t.states[one.state]}>
      <h3>{t.states[one.state]}</h3>
      <p role="status">{said}</p>
      <span
        className="progress"
        role="progressbar"
        aria-label={t.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent === undefined ? {} : { 'aria-valuenow': percent })}
      >
        <span style={{ width: `${percent ?? 30}%` }} />
      </span>
      {isUndo ? null : <p className="quiet">{countsSaid(frame, one).join(', ')}</p>}
      <footer>
        <Button
          icon="pause"
          disabled={acts.isBusy}
          onClick={() => void acts.send(importCommands.stopImport, { importId: one.importId })}
        >
          {t.stop}
        </Button>
      </footer>
    </section>
  );
}
