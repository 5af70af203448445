import { MAX_REASON } from '@kontor/contract/phonecall';
import { useId, useLayoutEffect, type KeyboardEvent, type RefObject } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { texts } from './texts.ts';

/** What a call was about, as plain text, written in its place. Ctrl+S saves it at once, Ctrl+Enter also says that the call is Done. */
export function ReasonField({
  ref,
  value,
  isFixed,
  onWrite,
  onSave,
  onDone,
}: {
  ref: RefObject<HTMLTextAreaElement | null>;
  value: string;
  isFixed: boolean;
  onWrite: (text: string) => void;
  onSave: () => void;
  onDone: () => void;
}) {
  const t = useTexts(texts);
  const id = useId();
  useLayoutEffect(() => {
    const field = ref.current;
    if (field === null) return;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
  });
  const press = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key === 'Enter') onDone();
    else if (event.key.toLowerCase() === 's') onSave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section className="call-reason">
      <label htmlFor={id}>{t.reason}</label>
      <textarea
        ref={ref}
        id={id}
        className="input"
        rows={3}
        maxLength={MAX_REASON}
        placeholder={t.reasonPlaceholder}
        readOnly={isFixed}
        value={value}
        onChange={({ currentTarget }) => onWrite(currentTarget.value)}
        onBlur={onSave}
        onKeyDown={press}
      />
    </section>
  );
}
