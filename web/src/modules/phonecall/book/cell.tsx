import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useTexts } from '../../../shell/index.ts';
import { useProblem } from '../use-problem.ts';
import { bookTexts } from './texts.ts';

/** A cell that is edited in its place: by Enter, F2 or a double click; Enter saves, Escape leaves it as it was. */
export function EditCell({
  label,
  value,
  maxLength,
  inputMode,
  mayBeEmpty = false,
  onSave,
  children,
}: {
  label: string;
  value: string;
  maxLength: number;
  inputMode?: 'tel';
  mayBeEmpty?: boolean;
  /** Rejects with a `Failure`. */
  onSave: (value: string) => Promise<void>;
  children: ReactNode;
}) {
  const t = useTexts(bookTexts);
  const say = useProblem();
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && typed === undefined) button.current?.focus();
    wasEditing.current = typed !== undefined;
  }, [typed]);
  const begin = (): void => {
    setFault(undefined);
    setTyped(value);
  };
  const save = async (): Promise<void> => {
    if (typed === undefined) return;
    if (typed.trim() === '' && !mayBeEmpty) return setFault(t.missing);
    if (typed.trim() === value) return setTyped(undefined);
    try {
      await onSave(typed.trim());
      setTyped(undefined);
    } catch (error) {
      setFault(say(asFailure(error)));
    }
  };
  const press = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save();
    else if (event.key === 'Escape') setTyped(undefined);
    else return;
    event.preventDefault();
  };
  if (typed === undefined)
    return (
      <button
        ref={button}
        type="button"
        className="book-cell"
        aria-label={label}
        onClick={begin}
        onKeyDown={(event) => {
          if (event.key !== 'F2') return;
          event.preventDefault();
          begin();
        }}
      >
        {children}
      </button>
    );
  return (
    <span className="book-edit">
      <input
        className="input"
        aria-label={label}
        aria-invalid={fault !== undefined}
        autoFocus
        maxLength={maxLength}
        inputMode={inputMode}
        autoComplete="off"
        value={typed}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => {
          setFault(undefined);
          setTyped(currentTarget.value);
        }}
        onBlur={() => void save()}
        onKeyDown={press}
      />
      {fault === undefined ? null : (
        <span className="fault" role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
