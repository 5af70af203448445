import { useTexts } from '../../../shell/index.ts';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { useSeesRecords } from '../../activity/index.tsx';
import { pickRecord, useRecordNames } from '../../record/index.tsx';
import type { CallDraft } from './draft.ts';
import { texts } from './texts.ts';

/** The records that the call is linked with. Nothing for who may see no records. */
export function RecordsField(given: { draft: CallDraft; change: (part: Partial<CallDraft>) => void }) {
  return useSeesRecords() ? <Records {...given} /> : null;
}

function Records({ draft, change }: { draft: CallDraft; change: (part: Partial<CallDraft>) => void }) {
  const t = useTexts(texts);
  const { records } = draft;
  const { nameOf } = useRecordNames(records.filter(({ displayName }) => displayName === ''));
  return (
    <div className="field" role="group" aria-label={t.records}>
      <span className="label">{t.records}</span>
      <ul className="call-people">
        {records.map(({ idoId, displayName }) => {
          const name = displayName || nameOf(idoId) || String(idoId);
          return (
            <li key={idoId} className="call-record">
              {name}
              <IconButton
                icon="x"
                label={t.removeRecord(name)}
                onClick={() => change({ records: records.filter((one) => one.idoId !== idoId) })}
              />
            </li>
          );
        })}
        <li>
          <Button
            kind="plain"
            icon="plus"
            onClick={() =>
              pickRecord({
                count: 1,
                about: undefined,
                known: records.map(({ idoId }) => idoId),
                onPick: ({ idoId, idoInstanceId, displayName }) =>
                  change({ records: [...records, { idoId, idoInstanceId, displayName }] }),
              })
            }
          >
            {t.addRecord}
          </Button>
        </li>
      </ul>
    </div>
  );
}
