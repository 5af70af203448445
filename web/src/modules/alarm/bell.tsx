import './alarm.css';
import { useValue } from '../../client/react.tsx';
import { useFormats, useTexts } from '../../shell/index.ts';
import { IconButton } from '../../ui/parts.tsx';
import { bell } from './bell-state.ts';
import { texts } from './texts.ts';

const MOST = 99;

/** The bell in the head: how many rang and were not confirmed. */
export function Bell() {
  const t = useTexts(texts);
  const formats = useFormats();
  const sign = useValue(bell);
  if (sign === undefined) return null;
  const { rung, isOpen, toggle } = sign;
  const label = rung === 0 ? t.bellQuiet : t.bell(formats.number(rung), rung === 1);
  return (
    <span className="bell">
      <IconButton icon="bell" hotkey="B" label={label} aria-expanded={isOpen} fill={rung > 0} onClick={toggle} />
      {rung === 0 ? null : (
        <span className="bell-count" aria-hidden="true">
          {rung > MOST ? `${MOST}+` : formats.number(rung)}
        </span>
      )}
    </span>
  );
}
