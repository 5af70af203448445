import type { ListColumn, Value } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { listTexts } from './list-texts.ts';
import { useShowRecord } from '../address.ts';
import { useColumnName } from './said.ts';
import type { Chosen } from './use-selection.ts';
import { useTroubles, type Trouble } from './use-troubles.ts';

/** What was written in a cell and could not be saved, beside what stands there now. Closing leaves what stands there. */
function TroubleDialog({
  trouble,
  name,
  said,
  onMine,
  onCorrect,
  onClose,
}: {
  trouble: Trouble;
  /** Of the field. */
  name: string;
  said: (value: Value) => string;
  onMine: () => void;
  onCorrect: () => void;
  onClose: () => void;
}) {
  const t = useTexts(listTexts);
  const { problems } = useTexts(texts);
  const { code, value, theirs } = trouble;
  const isGone = code === 'NOT_FOUND';
  const isConflict = code === 'RECORD_CONFLICT' && theirs !== undefined;
  return (
    <Dialog title={t.saveTrouble(name)} closeLabel={t.close} onClose={onClose}>
      <Callout tone="fault" icon="warning">
        {isGone ? t.recordGone : isConflict ? t.conflict : problems.RECORD_INVALID}
      </Callout>
      <div className="record-versions">
        <div>
          <span className="quiet small">{t.mine}</span>
          <p>{said(value) || t.none}</p>
        </div>
        {theirs === undefined ? null : (
          <div>
            <span className="quiet small">{t.theirs}</span>
            <p>{said(theirs) || t.none}</p>
          </div>
        )}
      </div>
      <footer>
        <Button onClick={onClose}>{isConflict ? t.takeTheirs : t.discard}</Button>
        {isGone ? null : isConflict ? (
          <Button kind="primary" autoFocus onClick={onMine}>
            {t.keepMine}
          </Button>
        ) : (
          <Button kind="primary" autoFocus onClick={onCorrect}>
            {t.correct}
          </Button>
        )}
      </footer>
    </Dialog>
  );
}

/** Asks about changes of cells that were refused, one after the other. */
export function Troubles({
  columns,
  said,
  onSave,
}: {
  columns: readonly ListColumn[];
  said: (column: ListColumn, value: Value) => string;
  onSave: (of: Chosen, key: string, before: Value, value: Value) => void;
}) {
  const { trouble, end } = useTroubles();
  const nameOf = useColumnName();
  const showRecord = useShowRecord();
  if (trouble === undefined) return null;
  const { idoId, idoInstanceId, key, changed, theirs, before, value } = trouble;
  const column = columns.find((one) => one.key === key);
  return (
    <TroubleDialog
      key={`${idoId} ${key}`}
      trouble={trouble}
      name={column === undefined ? key : nameOf(column)}
      said={(one) => (column === undefined ? String(one) : said(column, one))}
      onMine={() => {
        end();
        onSave({ id: idoId, kindId: idoInstanceId, changed }, key, theirs ?? before, value);
      }}
      onCorrect={() => {
        end();
        showRecord({ idoId, idoInstanceId });
      }}
      onClose={end}
    />
  );
}
