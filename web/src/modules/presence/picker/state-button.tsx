import './state-sign.css';
import { iconColourOn, type UserState } from '@kontor/contract/presence';
import type { IconName } from '../../../ui/icon-names.ts';
import { Icon } from '../../../ui/parts.tsx';

/** The sign of a state on its colour. */
export function StateSign({ state }: { state: Pick<UserState, 'iconCls' | 'hexCode'> }) {
  return (
    <span
      className="state-sign"
      aria-hidden="true"
      style={{ background: state.hexCode, color: iconColourOn(state.hexCode) }}
    >
      <Icon name={state.iconCls as IconName} small />
    </span>
  );
}

/** A state that can be chosen, with the digit that chooses it. */
export function StateButton({
  state,
  text,
  note,
  digit,
  isPressed,
  onPress,
}: {
  state: UserState;
  text: string;
  note: string;
  digit: string;
  isPressed: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="state-button"
      aria-pressed={isPressed}
      aria-keyshortcuts={digit === '' ? undefined : digit}
      onClick={onPress}
    >
      <StateSign state={state} />
      <span className="state-text">
        {text} {note === '' ? null : <small>{note}</small>}
      </span>
      {isPressed ? <Icon name="check" small /> : null}
      {digit === '' ? null : <kbd aria-hidden="true">{digit}</kbd>}
    </button>
  );
}
