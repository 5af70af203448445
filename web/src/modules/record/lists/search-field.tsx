import { useEffect, useRef, useState } from 'react';
import { useKeys, useTexts } from '../../../shell/index.ts';
import { Icon, IconButton } from '../../../ui/parts.tsx';
import { listTexts } from './list-texts.ts';

const WAIT_MS = 200;

/** What is searched for by words; told after a short rest, and at once on Enter. `onDone`: the keys are to go on in the list. */
export function SearchField({
  value,
  onSearch,
  onDone,
}: {
  value: string;
  onSearch: (text: string) => void;
  onDone: () => void;
}) {
  const t = useTexts(listTexts);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== told) {
    setTold(value);
    if (value !== text.trim()) setText(value);
  }
  const report = useRef(onSearch);
  useEffect(() => {
    report.current = onSearch;
  });
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => report.current(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  useKeys({ '/': () => input.current?.select() });
  const clear = (): void => {
    setText('');
    onSearch('');
  };
  return (
    <div className="record-list-search" role="search">
      <Icon name="magnifying-glass" small />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={t.search}
        placeholder={t.search}
        title={`${t.search} (/)`}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            onSearch(text);
            onDone();
          } else if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            if (text === '') onDone();
            else clear();
          }
        }}
      />
      {text === '' ? null : (
        <IconButton
          icon="x"
          label={t.clearSearch}
          onClick={() => {
            clear();
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
