import { useEffect, useState } from 'react';
import { useTexts } from '../index.ts';
import { viewerTexts } from './texts.ts';
import { Waiting } from './not-shown.tsx';

/** A text as it is, its lines broken where the room ends. */
export function TextView({ blob }: { blob: Blob }) {
  const t = useTexts(viewerTexts);
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isOver = false;
    void blob.text().then((read) => (isOver ? undefined : setText(read)));
    return () => {
      isOver = true;
    };
  }, [blob]);
  if (text === undefined) return <Waiting />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className="viewer-stage viewer-text" tabIndex={0} role="region" aria-label={t.text}>
      <pre>{text}</pre>
    </div>
  );
}
