import type { Ref } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { texts } from '../texts.ts';

/** Finds people and groups by their names. */
export function SearchField({
  value,
  onChange,
  ref,
}: {
  value: string;
  onChange: (value: string) => void;
  ref: Ref<HTMLInputElement>;
}) {
  const t = useTexts(texts);
  return (
    <div className="people-search">
      <input
        ref={ref}
        className="input"
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
