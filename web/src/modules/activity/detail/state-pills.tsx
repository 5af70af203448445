import { STATE_NAMES, type State } from '@kontor/contract/activity';
import { useTexts } from '../../../shell/index.ts';
import { texts } from '../texts.ts';

const PILL_KEYS = { unseen: 'U', seen: 'I', ready: 'E' } as const;

/** The states that an item can have, with the one that it has. */
export function StatePills({
  state,
  label,
  onState,
}: {
  state: State | undefined;
  label: string;
  onState: (state: State) => void;
}) {
  const a = useTexts(texts);
  return (
    <div className="pills" role="radiogroup" aria-label={label}>
      {STATE_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          role="radio"
          className="pill"
          data-state={name}
          aria-checked={name === state}
          title={`${a.states[name]} (${PILL_KEYS[name]})`}
          onClick={() => onState(name)}
        >
          {a.states[name]}
        </button>
      ))}
    </div>
  );
}
