import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormats, useKeys, useTexts } from '../../shell/index.ts';
import { Icon, IconButton } from '../../ui/parts.tsx';
import { texts } from './texts.ts';

export interface Total {
  readonly count: number;
  readonly capped: boolean;
  readonly loaded: boolean;
}

/** Title of a list with the number of its items, and its buttons. */
export function ListTitle({ title, total, children }: { title: string; total: Total; children?: ReactNode }) {
  const t = useTexts(texts);
  const formats = useFormats();
  return (
    <div className="toolbar">
      <h1>{title}</h1>
      <span className="number">
        {total.loaded
          ? total.capped
            ? t.moreThan(formats.number(total.count - 1))
            : t.entries(formats.number(total.count), total.count === 1)
          : '\u00a0'}
      </span>
      <span className="grow" />
      {children}
    </div>
  );
}

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
  const t = useTexts(texts);
  const [text, setText] = useState(value);
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
