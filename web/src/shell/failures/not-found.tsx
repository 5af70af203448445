import { Button, StatePage } from '../../ui/parts.tsx';
import { useGo, useTexts } from '../context.tsx';
import { texts } from '../bars/dialog-texts.ts';

/** Page of an address that leads nowhere. */
export function NotFound() {
  const t = useTexts(texts);
  const go = useGo();
  return (
    <StatePage whole icon="file" title={t.notFound} action={<Button onClick={() => go('/')}>{t.toInbox}</Button>}>
      {t.notFoundHint}
    </StatePage>
  );
}
