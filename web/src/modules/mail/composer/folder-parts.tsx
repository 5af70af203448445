import type { KeyboardEvent, ReactNode } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Button, StatePage } from '../../../ui/parts.tsx';
import { folderTexts } from './folder-texts.ts';

/** Rows that arrow keys move among. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (by === undefined) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.folder-open')];
    const at = all.findIndex((one) => one.contains(document.activeElement));
    all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ul className="folder-list" data-scrolls aria-label={label} onKeyDown={move}>
      {children}
    </ul>
  );
}

/** A folder that nothing is in. */
export function Empty({ folder }: { folder: 'drafts' | 'templates' | 'outbox' }) {
  const [title, hint] = useTexts(folderTexts).empty[folder];
  return (
    <StatePage icon={folder === 'outbox' ? 'paper-plane-tilt' : 'pencil-simple'} title={title ?? ''}>
      {hint}
    </StatePage>
  );
}

/** A folder that could not be loaded. */
export function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(folderTexts);
  return <StatePage icon="warning" title={t.failed} action={<Button onClick={onRetry}>{t.retry}</Button>} />;
}
