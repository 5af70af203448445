import { phonecallCommands, phonecallQueries } from '@kontor/contract/phonecall';
import { useAsk } from '../../../client/react.tsx';
import { Failed, useFormats, useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, SkeletonBlock } from '../../../ui/parts.tsx';
import { useProblem } from '../use-problem.ts';
import { bookTexts } from './texts.ts';

/** Merges that can be undone yet. */
export function MergesDialog({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const t = useTexts(bookTexts);
  const formats = useFormats();
  const now = useMinute();
  const { notices } = useShell();
  const sendOnce = useSendOnce();
  const { data, failure, retry } = useAsk(phonecallQueries.merges, {});
  const { attempt } = useAttempt(useProblem(), () => {
    retry();
    onChanged();
  });
  const undo = (mergeId: number): void =>
    void attempt(async () => {
      await sendOnce(phonecallCommands.undoMerge, { mergeId });
      notices.show({ text: t.undone });
    });
  return (
    <Dialog title={t.mergesTitle} closeLabel={t.close} onClose={onClose}>
      {data === undefined ? (
        failure === undefined ? (
          <SkeletonBlock width="100%" height={44} />
        ) : (
          <Failed failure={failure} onRetry={retry} />
        )
      ) : data.length === 0 ? (
        <p className="quiet">{t.mergesNone}</p>
      ) : (
        <ul className="framed-list">
          {data.map(({ mergeId, name, replaced, by, at }) => (
            <li key={mergeId}>
              <span className="framed-name">
                <strong>{name}</strong> {t.mergedFrom(replaced.join(', '))}
                <span className="quiet small book-by">{t.mergedBy(by, formats.short(Date.parse(at) / 1000, now))}</span>
              </span>
              <Button aria-label={t.undoOf(name)} onClick={() => undo(mergeId)}>
                {t.undo}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
