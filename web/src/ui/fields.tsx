import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { IconButton } from './parts.tsx';

export interface FieldFrame {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
}

/** One line of text with its label, a hint and, where it is wrong, what is wrong with it. */
export function TextField({ label, hint, fault, ...rest }: FieldFrame & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} className="input" aria-invalid={fault !== undefined} aria-describedby={`${id}-more`} {...rest} />
      <FieldMore id={`${id}-more`} hint={hint} fault={fault} />
    </div>
  );
}

/** Password with a button that shows it. */
export function PasswordField({
  label,
  hint,
  fault,
  showLabel,
  ...rest
}: FieldFrame & ComponentProps<'input'> & { showLabel: string }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div style={{ position: 'relative' }}>
        <input
          id={id}
          className="input"
          style={{ paddingInlineEnd: 48 }}
          type={shown ? 'text' : 'password'}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-more`}
          autoCapitalize="off"
          spellCheck={false}
          {...rest}
        />
        <span style={{ position: 'absolute', insetInlineEnd: 0, top: 0 }}>
          <IconButton
            icon={shown ? 'eye-slash' : 'eye'}
            label={showLabel}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </span>
      </div>
      <FieldMore id={`${id}-more`} hint={hint} fault={fault} />
    </div>
  );
}

/** What is said beneath a field: what is wrong with it, else what it is for. */
export function FieldMore({ id, hint, fault }: { id: string; hint: ReactNode; fault: string | undefined }) {
  if (fault === undefined && hint === undefined) return null;
  return (
    <span id={id} className={fault === undefined ? 'hint' : 'fault'}>
      {fault ?? hint}
    </span>
  );
}

/** A choice of one of a few. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  const move = (from: number, by: number, group: HTMLElement | null) => {
    const next = (from + by + options.length) % options.length;
    const option = options[next];
    if (option) onChange(option[0]);
    group?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="field">
      <span className="label">{label}</span>
      <div>
        <div className="segments" role="radiogroup" aria-label={label}>
          {options.map(([key, text], index) => (
            <button
              key={key}
              type="button"
              role="radio"
              aria-checked={key === value}
              tabIndex={key === value ? 0 : -1}
              onClick={() => onChange(key)}
              onKeyDown={(event) => {
                if (event.key === 'ArrowRight' || event.key === 'ArrowDown')
                  move(index, 1, event.currentTarget.parentElement);
                else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp')
                  move(index, -1, event.currentTarget.parentElement);
                else return;
                event.preventDefault();
              }}
            >
              {text}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

/** One thing that is on or off. */
export function Check({ label, hint, ...rest }: { label: ReactNode; hint?: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>
        {label}
        {hint === undefined ? null : <span className="hint">{hint}</span>}
      </span>
    </label>
  );
}

/** A choice of one of several, as the platform shows it. */
export function SelectField<T extends string>({
  autoFocus = false,
  label,
  hint,
  fault,
  value,
  options,
  onChange,
}: FieldFrame & {
  autoFocus?: boolean;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  const id = useId();
  const hasMore = hint !== undefined || fault !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        autoFocus={autoFocus}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={hasMore ? `${id}-more` : undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <FieldMore id={`${id}-more`} hint={hint} fault={fault} />
    </div>
  );
}
