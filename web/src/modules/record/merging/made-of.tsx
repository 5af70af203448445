import { recordQueries, type Merge } from '@kontor/contract/record';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useAsk } from '../../../client/react.tsx';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import type { Model } from '../fields/values.ts';
import { mergingTexts } from './texts.ts';
import { usePart } from './use-part.ts';

const namesOf = ({ records }: Merge): string => records.map(({ displayName }) => displayName).join(', ');

/** What a record was made of, with a way to take it apart again. Nothing for one that was made of no others. */
export function MadeOf({ model, mayPart }: { model: Model; mayPart: boolean }) {
  const t = useTexts(mergingTexts);
  const formats = useFormats();
  const { idoId, idoInstanceId, title } = model;
  const { data = [] } = useAsk(recordQueries.merges, { idoId, idoInstanceId });
  const [parting, setParting] = useState<Merge>();
  if (data.length === 0) return null;
  return (
    <section className="record-made-of">
      <h2>{t.madeOf}</h2>
      <ul>
        {data.map((merge) => (
          <li key={merge.mergeId}>
            <span>
              <strong>{namesOf(merge)}</strong>{' '}
              <span className="quiet">{t.madeBy(merge.name, formats.full(merge.at / 1000))}</span>
            </span>
            {mayPart ? (
              <Button icon="arrows-split" aria-label={t.partOf(namesOf(merge))} onClick={() => setParting(merge)}>
                {t.part}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {parting === undefined
        ? null
        : createPortal(<Parting merge={parting} kept={title} onClose={() => setParting(undefined)} />, document.body)}
    </section>
  );
}

function Parting({ merge, kept, onClose }: { merge: Merge; kept: string; onClose: () => void }) {
  const t = useTexts(mergingTexts);
  const part = usePart();
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await part(merge.mergeId);
    onClose();
  };
  return (
    <Dialog title={t.partTitle} closeLabel={t.close} onClose={onClose}>
      <p>{t.partText(namesOf(merge), kept)}</p>
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="primary" icon="arrows-split" autoFocus aria-disabled={isBusy} onClick={() => void run()}>
          {t.part}
        </Button>
      </footer>
    </Dialog>
  );
}
