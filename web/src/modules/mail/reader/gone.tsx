import { useTexts } from '../../../shell/index.ts';
import { GonePage } from '../../../shell/gone-page.tsx';
import { texts } from '../texts.ts';

/** Stands where a mail was that is not there any more, or not theirs. */
export function Gone({ wasKnown }: { wasKnown: boolean }) {
  const t = useTexts(texts);
  return <GonePage icon="envelope-simple" title={t.gone} hint={t.goneHint} wasKnown={wasKnown} />;
}
