import './password.css';
import { useTexts } from '../../shell/index.ts';
import { PasswordField } from '../../ui/fields.tsx';
import { passwordTexts } from './password-texts.ts';
import { strengthOf, type Strength } from './password-rules.ts';

const STEPS: Readonly<Record<Strength['kind'], number>> = {
  empty: 0,
  short: 1,
  name: 1,
  easy: 1,
  fair: 2,
  good: 3,
  strong: 4,
};

/** A password that is being chosen, with what it is worth in words. One field: it can be looked at instead of being typed twice. */
export function NewPasswordField({
  value,
  names,
  userName,
  fault,
  autoFocus = false,
  onChange,
}: {
  value: string;
  /** What must not be in it. */
  names: readonly string[];
  /** For password managers, which keep it with the password. */
  userName: string;
  fault?: string | undefined;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}) {
  const t = useTexts(passwordTexts);
  const strength = strengthOf(value, names);
  const words =
    strength.kind === 'empty' ? t.hint : strength.kind === 'short' ? t.short(strength.more) : t[strength.kind];
  return (
    <div className="new-password">
      <input
        className="hidden-text"
        type="text"
        autoComplete="username"
        value={userName}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label={t.newPassword}
        showLabel={t.show}
        autoComplete="new-password"
        autoFocus={autoFocus}
        value={value}
        fault={fault}
        hint={
          <span className="strength" data-step={STEPS[strength.kind]} role="status">
            <span className="strength-bar" aria-hidden="true" />
            <span className="strength-words">{words}</span>
          </span>
        }
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
