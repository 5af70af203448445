import { MAX_REASON } from '@kontor/contract/phonecall';
import { useId, type KeyboardEvent, type RefObject } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { useTextHeight } from '../../../ui/use-text-height.ts';
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
  useTextHeight(ref);
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
