import { importCommands, importQueries, type RecordInstance } from '@kontor/contract/record';
import { FaultyRows, ImportCounts } from '../../../shell/importing/outcome.tsx';
import { importTexts } from '../../../shell/importing/texts.ts';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { labelOf, targetsOf } from './fields.ts';
import { saidOf } from './said-of.ts';
import { texts } from './texts.ts';
import { useDownload } from './use-download.ts';
import type { ImportActs, OneImport } from './acts.ts';

interface Props {
  readonly one: OneImport;
  readonly kind: RecordInstance;
  readonly acts: ImportActs;
}

/** What a dry run says, before anything is written. */
export function Checked({ one, kind, acts, onChange }: Props & { onChange: () => void }) {
  const t = useTexts(texts);
  const frame = useTexts(importTexts);
  const { importId, made, changed } = one;
  return (
    <>
      <section className="import-card" aria-labelledby="import-would-be">
        <h3 id="import-would-be">{frame.wouldBe}</h3>
        <ImportCounts counts={one} />
        {made + changed === 0 ? <p>{frame.nothing}</p> : null}
        <footer>
          <Button
            kind="primary"
            icon="check"
            disabled={acts.isBusy || made + changed === 0}
            onClick={() => void acts.send(importCommands.startImport, { importId })}
          >
            {t.start(made + changed)}
          </Button>
          <Button icon="sliders-horizontal" disabled={acts.isBusy} onClick={onChange}>
            {frame.change}
          </Button>
        </footer>
      </section>
      <Faults one={one} kind={kind} />
    </>
  );
}

/** What came of an import, and the way back. */
export function Ended({ one, kind, acts }: Props) {
  const t = useTexts(texts);
  const frame = useTexts(importTexts);
  const language = useLanguage();
  const { isBusy, fault, download } = useDownload();
  const { importId, state, why, made, changed, taken, left, isKept } = one;
  const mayGoOn = (state === 'stopped' || state === 'failed') && isKept;
  const mayUndo = state !== 'undone' && isKept && made + changed > taken + left;
  const saveLeft = () => void download(importQueries.importLeft, { importId, language }, `import-${importId}-left.csv`);
  return (
    <>
      <section className="import-card" aria-labelledby="import-was-done">
        <h3 id="import-was-done">{frame.wasDone}</h3>
        {state === 'failed' ? (
          <Callout tone="fault" icon="warning">
            {saidOf(t, why ?? 'other')}
          </Callout>
        ) : (
          <p role="status">{t.states[state]}</p>
        )}
        <ImportCounts counts={one} />
        {taken + left > 0 ? <p>{frame.undone(taken, left)}</p> : null}
        <FaultNote text={fault} />
        <footer>
          {mayGoOn ? (
            <Button
              kind="primary"
              icon="play"
              disabled={acts.isBusy}
              onClick={() => void acts.send(importCommands.startImport, { importId })}
            >
              {t.goOn}
            </Button>
          ) : null}
          {mayUndo ? (
            <Button
              icon="arrow-counter-clockwise"
              disabled={acts.isBusy}
              onClick={() => void acts.send(importCommands.undoImport, { importId })}
            >
              {frame.undo}
            </Button>
          ) : null}
          {left > 0 && isKept ? (
            <Button icon="download-simple" disabled={isBusy} onClick={saveLeft}>
              {t.left}
            </Button>
          ) : null}
        </footer>
        {state === 'undone' ? null : <p className="quiet small">{isKept ? frame.kept : t.forgotten}</p>}
      </section>
      <Faults one={one} kind={kind} />
    </>
  );
}

/** The rows that are not taken, why, and all of them as a file. */
function Faults({ one, kind }: { one: OneImport; kind: RecordInstance }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { isBusy, fault, download } = useDownload();
  const { importId, faulty, faults, isKept } = one;
  const targets = targetsOf(kind);
  return (
    <FaultyRows
      faulty={faulty}
      faults={faults}
      labelOf={(target) => labelOf(targets, t.person, target)}
      fault={fault}
      isBusy={isBusy || !isKept}
      onDownload={() => void download(importQueries.importErrors, { importId, language }, `import-${importId}.csv`)}
    />
  );
}
