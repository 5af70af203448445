import type { ResultOf } from '@kontor/contract/kernel';
import type { recordQueries } from '@kontor/contract/record';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { mergingTexts } from './texts.ts';

export type Group = ResultOf<typeof recordQueries.duplicates>['groups'][number];

/** Records that are likely to be the same, and why. */
export function DuplicateGroup({
  group: { records, why },
  onOpen,
  onMerge,
  onDifferent,
}: {
  group: Group;
  onOpen: (idoId: number) => void;
  /** Left out where the person may not. */
  onMerge: (() => void) | undefined;
  onDifferent: (() => void) | undefined;
}) {
  const t = useTexts(mergingTexts);
  const formats = useFormats();
  const now = useMinute();
  const names = records.map(({ displayName }) => displayName).join(', ');
  return (
    <li className="duplicate" data-group aria-label={t.group(names)}>
      <div className="duplicate-head">
        <p className="duplicate-why">{why.map((reason) => t.why[reason]).join(' · ')}</p>
        {onMerge === undefined ? null : (
          <div className="duplicate-acts">
            <Button icon="arrows-merge" aria-label={t.compareOf(names)} onClick={onMerge}>
              {t.compare}
            </Button>
            <Button kind="plain" data-different aria-label={t.differentOf(names)} onClick={onDifferent}>
              {t.different}
            </Button>
          </div>
        )}
      </div>
      <ul>
        {records.map(({ idoId, displayName, changedAt }) => (
          <li key={idoId}>
            <button type="button" className="duplicate-name" onClick={() => onOpen(idoId)}>
              {displayName}
            </button>
            <span className="quiet small">{t.changed(formats.short(changedAt / 1000, now))}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
