import { useTexts } from '../../../shell/index.ts';
import { useGone } from '../../../shell/use-gone.ts';
import { StatePage } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';

/** Stands where a mail was that is not there any more, or not theirs. */
export function Gone() {
  const t = useTexts(texts);
  useGone();
  return (
    <StatePage icon="envelope-simple" title={t.gone}>
      {t.goneHint}
    </StatePage>
  );
}
