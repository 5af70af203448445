import { useEffect, useRef, useState } from 'react';
import { useKeys, useTexts } from '../../../shell/index.ts';
import { Icon, IconButton } from '../../../ui/parts.tsx';
import { listTexts } from './list-texts.ts';

const WAIT_MS = 200;

/** Search field; reports what is typed after a short rest, and at once on Enter. */
export function SearchBox({
  value,
  label,
  onSearch,
  autoFocus = false,
  onLeave,
}: {
  value: string;
  label: string;
  onSearch: (text: string) => void;
  autoFocus?: boolean;
  onLeave?: () => void;
}) {
  const t = useTexts(listTexts);
  const [text, setText] = useState(value);
  // What was told last; another value comes from elsewhere, as from the browser's way back.
  const [told, setTold] = useState(value);
  if (value !== told) {
    setTold(value);
    if (value !== text.trim()) setText(value);
  }
  const input = useRef<HTMLInputElement>(null);
  const report = useRef(onSearch);
  useEffect(() => {
    report.current = onSearch;
  });
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => report.current(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  useKeys({ '/': () => input.current?.select() });
  return (
    <div className="search-box" role="search">
      <Icon name="magnifying-glass" />
      <input
        ref={input}
        className="input"
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text);
          else if (event.key === 'Escape') {
            if (text === '') onLeave?.();
            setText('');
            onSearch('');
            input.current?.blur();
          } else return;
          event.preventDefault();
        }}
      />
      {text === '' && onLeave === undefined ? null : (
        <IconButton
          icon="x"
          label={t.clearSearch}
          onClick={() => {
            setText('');
            onSearch('');
            onLeave?.();
          }}
        />
      )}
    </div>
  );
}
