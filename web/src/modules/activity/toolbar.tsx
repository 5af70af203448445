import { Suspense, useState, type ReactNode } from 'react';
import { useFormats, useKeys, useTexts } from '../../shell/index.ts';
import { IconButton } from '../../ui/parts.tsx';
import { LookDialog } from './on-items.ts';
import { texts } from './texts.ts';
import type { UsedLook } from './use-look.ts';

export interface Total {
  readonly count: number;
  readonly capped: boolean;
  readonly loaded: boolean;
}

/** Number of a list's items, in words; nothing until it is known. */
export function useTotalText(total: Total): string {
  const t = useTexts(texts);
  const formats = useFormats();
  if (!total.loaded) return '\u00a0';
  return total.capped
    ? t.moreThan(formats.number(total.count - 1))
    : t.entries(formats.number(total.count), total.count === 1);
}

/** Title of a list with the number of its items, and its buttons. */
export function ListTitle({ title, total, children }: { title: string; total: Total; children?: ReactNode }) {
  return (
    <div className="toolbar">
      <h1>{title}</h1>
      <span className="number">{useTotalText(total)}</span>
      <span className="grow" />
      {children}
    </div>
  );
}

/** Button that opens how the list is shown: its order, columns, groups and rows. */
export function LookButton({ used, mixed, hides = false }: { used: UsedLook; mixed: boolean; hides?: boolean }) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  useKeys({ v: () => setOpen(true) });
  return (
    <>
      <IconButton icon="sliders-horizontal" label={t.look} hotkey="v" onClick={() => setOpen(true)} />
      {isOpen ? (
        <Suspense>
          <LookDialog used={used} mixed={mixed} hides={hides} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
