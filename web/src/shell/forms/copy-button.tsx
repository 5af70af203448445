import { useState } from 'react';
import { useTexts } from '../context.tsx';
import { Button, IconButton } from '../../ui/parts.tsx';
import { copyText } from '../../ui/copy.ts';
import { copyTexts } from './copy-texts.ts';

/**
 * Copies a text, and says beside itself whether it could: over a dialog no notice is seen or read out. `plain`: only an icon, which is
 * called by the label.
 */
export function CopyButton({
  text,
  label,
  plain = false,
  autoFocus = false,
}: {
  text: string;
  label: string;
  plain?: boolean;
  autoFocus?: boolean;
}) {
  const t = useTexts(copyTexts);
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    // Said once more, it is read out once more.
    setSaid('');
    setSaid((await copyText(text)) ? t.copied : t.notCopied);
  };
  return (
    <>
      {plain ? (
        <IconButton icon="copy" label={label} onClick={() => void copy()} />
      ) : (
        <Button icon="copy" autoFocus={autoFocus} onClick={() => void copy()}>
          {label}
        </Button>
      )}
      <span className="quiet small" role="status">
        {said}
      </span>
    </>
  );
}
