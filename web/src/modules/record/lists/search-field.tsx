import { useRef } from 'react';
import { useKeys, useTexts } from '../../../shell/index.ts';
import { Icon, IconButton } from '../../../ui/parts.tsx';
import { useTypedText } from '../../../ui/use-typed-text.ts';
import { listTexts } from './list-texts.ts';

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
  const { text, setText, report } = useTypedText(value, onSearch);
  useKeys({ '/': () => input.current?.select() });
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
            report();
            onDone();
          } else if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            if (text === '') onDone();
            else report('');
          }
        }}
      />
      {text === '' ? null : (
        <IconButton
          icon="x"
          label={t.clearSearch}
          onClick={() => {
            report('');
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
