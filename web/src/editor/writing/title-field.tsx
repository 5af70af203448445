import { useRef, type KeyboardEvent } from 'react';
import { useTextHeight } from '../../ui/use-text-height.ts';

/** The title of what is written, as large as it is: on one line of text, over as many of the screen as it needs. Enter goes on below. */
export function TitleField({
  value,
  label,
  placeholder,
  maxLength,
  readOnly = false,
  autoFocus = false,
  onChange,
  onEnter,
}: {
  value: string;
  label: string;
  placeholder: string;
  maxLength: number;
  readOnly?: boolean;
  autoFocus?: boolean;
  onChange: (value: string) => void;
  onEnter: () => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  useTextHeight(field);
  return (
    <textarea
      ref={field}
      className="written-title"
      rows={1}
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      readOnly={readOnly}
      autoFocus={autoFocus}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replace(/\s*[\r\n]+\s*/g, ' '))}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}
