import { Failed, useTexts } from '../../../shell/index.ts';
import { SkeletonBlock, Button, StatePage } from '../../../ui/parts.tsx';
import { listTexts } from './list-texts.ts';
import type { RecordList } from './use-record-list.ts';

/** What stands where no row does: nothing there, not there yet, or not to be had. */
export function NoRows({
  list: { rows, view, isCut, kind },
  size,
  onReset,
  onCreate,
  onAll,
}: {
  list: RecordList;
  size: number;
  onReset: () => void;
  onCreate: (() => void) | undefined;
  onAll: () => void;
}) {
  const t = useTexts(listTexts);
  const failure = rows.total === undefined ? (rows.failure ?? view.failure) : view.failure;
  if (failure?.status === 404)
    return (
      <StatePage icon="address-book" title={t.gone} action={<Button onClick={onAll}>{t.allKinds}</Button>}>
        {t.goneHint}
      </StatePage>
    );
  if (failure?.code === 'SEARCH_INVALID')
    return (
      <StatePage icon="funnel" title={t.refused} action={<Button onClick={onReset}>{t.resetSearch}</Button>}>
        {t.refusedHint}
      </StatePage>
    );
  if (failure !== undefined)
    return (
      <Failed
        failure={failure}
        title={t.failed}
        offline={t.offline}
        onRetry={() => {
          view.retry();
          rows.retry();
        }}
      />
    );
  if (rows.total !== 0)
    return (
      <div className="delayed" aria-hidden="true">
        {Array.from({ length: 14 }, (_, index) => (
          <div key={index} className="record-row-skeleton" style={{ height: size }}>
            <SkeletonBlock width={`${12 + ((index * 17) % 10)}%`} />
            <SkeletonBlock width={`${16 + ((index * 29) % 20)}%`} />
            <SkeletonBlock width={`${8 + ((index * 7) % 12)}%`} />
          </div>
        ))}
      </div>
    );
  if (isCut)
    return (
      <StatePage icon="funnel" title={t.nothing} action={<Button onClick={onReset}>{t.resetSearch}</Button>}>
        {t.nothingHint}
      </StatePage>
    );
  return (
    <StatePage
      icon="address-book"
      title={kind === undefined ? t.emptyAll : t.empty(kind.Name)}
      action={
        onCreate === undefined ? undefined : (
          <Button kind="primary" icon="plus" onClick={onCreate}>
            {t.create}
          </Button>
        )
      }
    >
      {t.emptyHint}
    </StatePage>
  );
}
