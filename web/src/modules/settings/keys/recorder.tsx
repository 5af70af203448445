import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { nameOfKey, pressOf, useLanguage, useTexts } from '../../../shell/index.ts';
import { mayGoOn } from '../../../shell/keys/key-rules.ts';
import { Button } from '../../../ui/parts.tsx';
import { keyTexts } from './texts.ts';

/** How long a second key is waited for, in milliseconds. */
const SECOND_MS = 1000;
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'];

/** Why a key could not be given, and how it can be after all. */
export interface Rejection {
  readonly text: string;
  readonly swap?: () => void;
}

/** Waits for the key that an action is to have. `onGive` answers why it cannot have it. */
export function Recorder({
  label,
  onEnd,
  onGive,
}: {
  label: string;
  onEnd: () => void;
  onGive: (key: string) => Rejection | undefined;
}) {
  const t = useTexts(keyTexts);
  const language = useLanguage();
  const id = useId();
  const [first, setFirst] = useState('');
  const [rejection, setRejection] = useState<Rejection>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const swap = useRef<HTMLSpanElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (rejection?.swap !== undefined) swap.current?.querySelector('button')?.focus();
  }, [rejection]);
  const give = (key: string): void => {
    clearTimeout(timer.current);
    setFirst('');
    setRejection(onGive(key));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' || MODIFIERS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onEnd();
    // Whoever will not wait.
    if (event.key === 'Enter' && first !== '') return give(first);
    const now = pressOf(event);
    if (first !== '') return give(`${first} ${now}`);
    if (!mayGoOn(now)) return give(now);
    setRejection(undefined);
    setFirst(now);
    timer.current = setTimeout(() => give(now), SECOND_MS);
  };
  return (
    <li className="key-recorder">
      <span className="framed-name">{label}</span>
      <input
        ref={field}
        className="input"
        readOnly
        autoFocus
        aria-label={t.record(label)}
        aria-describedby={id}
        placeholder={t.press}
        value={first === '' ? '' : `${nameOfKey(first, language)} …`}
        onKeyDown={press}
      />
      <Button kind="plain" onClick={() => give('')}>
        {t.noKey}
      </Button>
      <Button kind="plain" onClick={onEnd}>
        {t.cancel}
      </Button>
      <p id={id} className={rejection === undefined ? 'hint' : 'key-fault'} role="status">
        {rejection?.text ?? (first === '' ? t.pressHint : t.pressSecond)}{' '}
        {rejection?.swap === undefined ? null : (
          <span ref={swap}>
            <Button onClick={rejection.swap}>{t.swap}</Button>
          </span>
        )}
      </p>
    </li>
  );
}
