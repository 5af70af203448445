import { useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { noRowsTexts } from './no-rows-texts.ts';

/** How many have come in above what is seen; leads there. */
export function NewAbove({ count, onClick }: { count: number; onClick: () => void }) {
  const t = useTexts(noRowsTexts);
  if (count === 0) return null;
  return (
    <button type="button" className="new-above" onClick={onClick}>
      <Icon name="caret-down" small />
      {t.newAbove(count)}
    </button>
  );
}
