import './back-to.css';
import { useEffect, useRef } from 'react';
import { Button } from './parts.tsx';

/** The way back from a page within a page, in words, above its heading. It takes the focus where nothing else has it. */
export function BackTo({ label, onBack }: { label: string; onBack: () => void }) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A field of the page may have it already.
    if (document.activeElement === document.body) ref.current?.focus();
  }, []);
  return (
    <div className="back-to">
      <Button ref={ref} kind="plain" icon="arrow-left" onClick={onBack}>
        {label}
      </Button>
    </div>
  );
}
