import { bookImportCommands, bookImportQueries } from '@kontor/contract/phonecall';
import type { ResultOf } from '@kontor/contract/kernel';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk } from '../../../client/react.tsx';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { countsSaid } from '../../../shell/importing/outcome.tsx';
import { importTexts } from '../../../shell/importing/texts.ts';
import { Failed, useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Button, SkeletonBlock } from '../../../ui/parts.tsx';
import { useProblem } from '../use-problem.ts';
import { bookTexts } from './texts.ts';

type OneImport = ResultOf<typeof bookImportQueries.bookImports>[number];
type Undone = ResultOf<typeof bookImportCommands.undoImport>;

/** Does one thing at a time, and says where it was wanted why it was not done. */
export function useWork() {
  const say = useProblem();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault(say(asFailure(error)));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, fault, run };
}

/** Takes an import back, and knows what came of it. */
export function useUndoImport(onChanged: () => void) {
  const sendOnce = useSendOnce();
  const [undone, setUndone] = useState<Undone>();
  const { fault, isBusy, run } = useWork();
  const undo = (importId: number): void =>
    void run(async () => {
      setUndone(await sendOnce(bookImportCommands.undoImport, { importId }));
      onChanged();
    });
  return { undone, fault, isBusy, undo };
}

/** What was imported within the last days, to be taken back. */
export function EarlierImports({ onChanged }: { onChanged: () => void }) {
  const frame = useTexts(importTexts);
  const { data, failure, retry } = useAsk(bookImportQueries.bookImports, {});
  const [asked, setAsked] = useState<OneImport>();
  if (data?.length === 0) return null;
  return (
    <section className="import-card" aria-labelledby="book-imports-title">
      <h2 id="book-imports-title">{frame.history}</h2>
      {data === undefined ? (
        failure === undefined ? (
          <SkeletonBlock width="100%" height={56} />
        ) : (
          <Failed failure={failure} onRetry={retry} />
        )
      ) : (
        <ul className="framed-list">
          {data.map((one) => (
            <Line key={one.importId} one={one} onUndo={() => setAsked(one)} />
          ))}
        </ul>
      )}
      {asked === undefined ? null : (
        <Undoing
          one={asked}
          onUndone={() => {
            setAsked(undefined);
            retry();
            onChanged();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

function Line({ one, onUndo }: { one: OneImport; onUndo: () => void }) {
  const t = useTexts(bookTexts);
  const frame = useTexts(importTexts);
  const formats = useFormats();
  const now = useMinute();
  const { name, by, at, made, skipped, faulty, isUndone, taken, left } = one;
  const said = isUndone ? [frame.undone(taken, left)] : countsSaid(frame, { made, skipped, faulty });
  return (
    <li>
      <span className="framed-name">
        <strong>{name}</strong>
        <span className="small book-by">{said.join(', ')}</span>
        <span className="quiet small book-by">{t.mergedBy(by, formats.short(Date.parse(at) / 1000, now))}</span>
      </span>
      {isUndone ? null : (
        <Button aria-label={t.undoOf(name)} onClick={onUndo}>
          {t.undo}
        </Button>
      )}
    </li>
  );
}

/** Asks before an import is taken back. */
function Undoing({ one, onUndone, onClose }: { one: OneImport; onUndone: () => void; onClose: () => void }) {
  const t = useTexts(bookTexts);
  const frame = useTexts(importTexts);
  const sendOnce = useSendOnce();
  return (
    <Confirm
      title={t.undoImportSure(one.name)}
      action={frame.undo}
      danger
      run={async () => {
        await sendOnce(bookImportCommands.undoImport, { importId: one.importId });
        onUndone();
      }}
      say={useProblem()}
      onClose={onClose}
    >
      <p>{t.undoImportHint(one.entries)}</p>
    </Confirm>
  );
}
