import './back-to.css';
import { useEffect, useRef } from 'react';
import { focusIfNowhere } from './focus-if-nowhere.ts';
import { Button } from './parts.tsx';

/** The way back from a page within a page, in words, above its heading. It takes the focus where nothing else has it. */
export function BackTo({ label, onBack }: { label: string; onBack: () => void }) {
  const ref = useRef<HTMLButtonElement>(null);
  // A field of the page may have it already.
  useEffect(() => focusIfNowhere(ref.current), []);
  return (
    <div className="back-to">
      <Button ref={ref} kind="plain" icon="arrow-left" onClick={onBack}>
        {label}
      </Button>
    </div>
  );
}
