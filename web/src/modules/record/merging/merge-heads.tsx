import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import type { Side } from './merge-rules.ts';
import { mergingTexts } from './texts.ts';

/** The records by name, and which of them is kept. */
export function MergeHeads({
  records,
  kept,
  onKeep,
  onTakeAll,
  onLeaveOut,
}: {
  records: readonly Side[];
  kept: number;
  onKeep: (idoId: number) => void;
  onTakeAll: (idoId: number) => void;
  /** Left out where there are but two. */
  onLeaveOut: ((idoId: number) => void) | undefined;
}) {
  const t = useTexts(mergingTexts);
  const formats = useFormats();
  const now = useMinute();
  return (
    <div className="merge-row merge-heads" role="radiogroup" aria-label={t.keep}>
      <div className="merge-label">
        <strong>{t.keep}</strong>
        <span className="quiet small">{t.keepHint}</span>
      </div>
      {records.map(({ idoId, displayName, lastKnownChangeTimestamp, links }) => (
        <div key={idoId} className="merge-head" data-kept={idoId === kept}>
          <label>
            <input
              type="radio"
              name="merge-kept"
              aria-label={t.keptLabel(displayName)}
              checked={idoId === kept}
              autoFocus={idoId === kept}
              onChange={() => onKeep(idoId)}
            />
            <strong>{displayName}</strong>
          </label>
          <span className="quiet small">
            {t.changed(formats.short(lastKnownChangeTimestamp / 1000, now))} · {t.linkedItems(links)}
          </span>
          <div className="merge-acts">
            <Button kind="plain" aria-label={t.takeValuesOf(displayName)} onClick={() => onTakeAll(idoId)}>
              {t.takeValues}
            </Button>
            {onLeaveOut === undefined ? null : (
              <Button kind="plain" aria-label={t.leaveOutOf(displayName)} onClick={() => onLeaveOut(idoId)}>
                {t.leaveOut}
              </Button>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}
