import '../record.css';
import type { LeftRecord } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import type { LeftOfMany } from '../open-dialogs.ts';
import { fieldTexts } from '../fields/field-texts.ts';
import { manyTexts } from './texts.ts';

/** Records that are listed; of more than that it is said how many. */
const MAX_SHOWN = 200;

/** The records that were to be changed and were not, each with the reason. */
export function LeftDialog({
  left: { idoInstanceId, name, left },
  onClose,
}: {
  left: LeftOfMany;
  onClose: () => void;
}) {
  const t = useTexts(manyTexts);
  const { faults } = useTexts(fieldTexts);
  const showRecord = useShowRecord();
  const reasonOf = ({ why }: LeftRecord): string =>
    why === 'gone' || why === 'merged' || why === 'changed' ? t.why[why] : faults[why];
  const open = (idoId: number, kindId: number): void => {
    onClose();
    showRecord({ idoId, idoInstanceId: kindId });
  };
  return (
    <Dialog title={t.leftTitle(left.length)} closeLabel={t.close} onClose={onClose}>
      <p>{t.leftText(name)}</p>
      <ul className="record-left">
        {left.slice(0, MAX_SHOWN).map((one) => (
          <li key={one.idoId}>
            <button type="button" className="record-other" onClick={() => open(one.idoId, idoInstanceId)}>
              {one.displayName || t.unnamed(one.idoId)}
            </button>
            <span className="quiet small">
              {reasonOf(one)}
              {one.other === undefined ? null : (
                <>
                  {' '}
                  <button
                    type="button"
                    className="record-other"
                    onClick={() => one.other !== undefined && open(one.other.idoId, one.other.idoInstanceId)}
                  >
                    {one.other.displayName}
                  </button>
                </>
              )}
            </span>
          </li>
        ))}
        {left.length > MAX_SHOWN ? <li className="quiet">{t.leftMore(left.length - MAX_SHOWN)}</li> : null}
      </ul>
      <footer>
        <Button kind="primary" autoFocus onClick={onClose}>
          {t.close}
        </Button>
      </footer>
    </Dialog>
  );
}
