import { useTexts } from '../../../shell/index.ts';
import { texts } from '../texts.ts';

/** How many mails of a thread a row stands for; nothing where it stands for itself. */
export function ThreadCount({ count = 1 }: { count?: number | undefined }) {
  const t = useTexts(texts);
  if (count === 1) return null;
  return (
    <span className="row-count" title={t.thread(count)}>
      <span aria-hidden="true">{count}</span>
      <span className="hidden-text">{t.thread(count)}</span>
    </span>
  );
}
