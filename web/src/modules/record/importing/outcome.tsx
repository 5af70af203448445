import { importCommands, importQueries, type RecordInstance } from '@kontor/contract/record';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { labelOf, targetsOf } from './fields.ts';
import { saidOf } from './said-of.ts';
import { texts, type ImportTexts } from './texts.ts';
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
  const { importId, made, changed } = one;
  return (
    <>
      <section className="import-card" aria-labelledby="import-would-be">
        <h3 id="import-would-be">{t.wouldBe}</h3>
        <Counts one={one} />
        {made + changed === 0 ? <p>{t.nothing}</p> : null}
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
            {t.change}
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
  const language = useLanguage();
  const { isBusy, fault, download } = useDownload();
  const { importId, state, why, made, changed, taken, left, isKept } = one;
  const mayGoOn = (state === 'stopped' || state === 'failed') && isKept;
  const mayUndo = state !== 'undone' && isKept && made + changed > taken + left;
  const saveLeft = () => void download(importQueries.importLeft, { importId, language }, `import-${importId}-left.csv`);
  return (
    <>
      <section className="import-card" aria-labelledby="import-was-done">
        <h3 id="import-was-done">{t.wasDone}</h3>
        {state === 'failed' ? (
          <Callout tone="fault" icon="warning">
            {saidOf(t, why ?? 'other')}
          </Callout>
        ) : (
          <p role="status">{t.states[state]}</p>
        )}
        <Counts one={one} />
        {taken + left > 0 ? <p>{t.undone(taken, left)}</p> : null}
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
              {t.undo}
            </Button>
          ) : null}
          {left > 0 && isKept ? (
            <Button icon="download-simple" disabled={isBusy} onClick={saveLeft}>
              {t.left}
            </Button>
          ) : null}
        </footer>
        {state === 'undone' ? null : <p className="quiet small">{isKept ? t.kept : t.forgotten}</p>}
      </section>
      <Faults one={one} kind={kind} />
    </>
  );
}

function Counts({ one }: { one: OneImport }) {
  const t = useTexts(texts);
  return (
    <ul className="import-counts">
      {(['made', 'changed', 'joined', 'skipped', 'faulty'] as const).map((key) => (
        <li key={key} data-count={key} data-none={one[key] === 0}>
          {t.counts[key](one[key])}
        </li>
      ))}
    </ul>
  );
}

type Fault = OneImport['faults'][number]['faults'][number];

const faultSaid = (t: ImportTexts, label: (target: string) => string, { column, target, why, value }: Fault): string =>
  t.fault(
    column === '' && target !== '' ? label(target) : ((t.cards as Readonly<Record<string, string>>)[column] ?? column),
    value,
    (t.why as Readonly<Record<string, string>>)[why] ?? t.why.other,
  );

/** The rows that are not taken, why, and all of them as a file. */
function Faults({ one, kind }: { one: OneImport; kind: RecordInstance }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { isBusy, fault, download } = useDownload();
  const { importId, faulty, faults } = one;
  const targets = targetsOf(kind);
  if (faulty === 0) return null;
  const save = () => void download(importQueries.importErrors, { importId, language }, `import-${importId}.csv`);
  return (
    <section className="import-card" aria-labelledby="import-faults">
      <div>
        <h3 id="import-faults">{t.faults}</h3>
        <p className="quiet">{t.faultsHint}</p>
      </div>
      <FaultNote text={fault} />
      <footer>
        <Button icon="download-simple" disabled={isBusy || !one.isKept} onClick={save}>
          {t.download}
        </Button>
      </footer>
      {faults.length < faulty ? <p className="quiet small">{t.firstFaults(faults.length)}</p> : null}
      <ul className="import-faults">
        {faults.map(({ row, faults: own }) => (
          <li key={row}>
            <strong>{t.row(row)}</strong>
            <span>{own.map((it) => faultSaid(t, (target) => labelOf(targets, t.person, target), it)).join('; ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
