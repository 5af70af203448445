import { useDeferredValue, useState, type KeyboardEvent, type ReactNode } from 'react';
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

/** From so many rows on they can be searched. */
const WORTH_FINDING = 10;

/** What was typed to find rows by, and the field for it; no field where there is little to look through. */
export function useFinding<T>(all: readonly T[], textOf: (one: T) => string) {
  const t = useTexts(folderTexts);
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed).toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const isOffered = all.length >= WORTH_FINDING || typed !== '';
  const found =
    words.length === 0
      ? all
      : all.filter((one) => {
          const text = textOf(one).toLocaleLowerCase();
          return words.every((word) => text.includes(word));
        });
  const field = isOffered ? (
    <div className="folder-find">
      <input
        type="search"
        className="input"
        value={typed}
        placeholder={t.find}
        aria-label={t.find}
        onChange={({ target }) => setTyped(target.value)}
      />
      <span className="quiet" role="status">
        {words.length === 0 ? t.count(all.length) : t.found(found.length, all.length)}
      </span>
    </div>
  ) : null;
  return { found, field };
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
