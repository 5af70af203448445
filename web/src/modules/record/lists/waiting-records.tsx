import { useClient, useValue } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { createRecord } from '../asking.ts';
import { texts } from '../texts.ts';
import { troubleOf } from '../use-links.ts';
import { waitingRecords } from '../waiting.ts';
import { listTexts } from './list-texts.ts';

/** Records of a kind that the server does not have yet, or would not have: they stand above those that it has. */
export function WaitingRecords({ kindId }: { kindId: number }) {
  const t = useTexts(listTexts);
  const { notSent, problems } = useTexts(texts);
  const client = useClient();
  const records = waitingRecords(useValue(client.waiting)).filter(
    ({ idoInstanceId }) => kindId === 0 || idoInstanceId === kindId,
  );
  if (records.length === 0) return null;
  return (
    <ul className="records-waiting" aria-label={notSent}>
      {records.map((record) => {
        const { processId, idoInstanceId, idoId, name, values, refused } = record;
        return (
          <li key={processId} data-refused={refused !== undefined}>
            <Icon name={refused === undefined ? 'clock' : 'warning'} small />
            <strong>{name || `#${idoId}`}</strong>
            <span className="quiet small">
              {refused !== undefined
                ? troubleOf({ ...problems, RECORD_INVALID: t.invalid }, refused)
                : values === undefined
                  ? t.toBeBack
                  : t.toBeMade}
            </span>
            {refused === undefined ? null : (
              <>
                {values === undefined ? null : (
                  <Button kind="plain" onClick={() => createRecord({ idoInstanceId, again: record })}>
                    {t.correct}
                  </Button>
                )}
                <Button kind="plain" onClick={() => void client.queue.discard([processId])}>
                  {t.discard}
                </Button>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
