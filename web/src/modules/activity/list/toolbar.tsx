import { useState, type ReactNode } from 'react';
import { HeadSlot, useFormats, useKeys, useTexts } from '../../../shell/index.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { Working } from '../../../ui/working.tsx';
import { AppearanceDialog } from './later-parts.ts';
import { texts } from '../texts.ts';
import type { UsedAppearance } from './use-appearance.ts';

export interface Total {
  readonly count: number;
  readonly capped: boolean;
  readonly loaded: boolean;
  /** What takes long meanwhile, in words. */
  readonly working?: string | undefined;
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

/** Number of a list's items; while they take long to come that is said in its place, where it covers nothing. */
export function TotalText({ total }: { total: Total }) {
  const text = useTotalText(total);
  return total.working === undefined ? text : <Working label={total.working} />;
}

/** Title of a list with the number of its items, and its buttons. */
export function ListTitle({ title, total, children }: { title: string; total: Total; children?: ReactNode }) {
  return (
    <div className="toolbar">
      <HeadSlot of="slotTopLeft" />
      <h1>{title}</h1>
      <span className="number">
        <TotalText total={total} />
      </span>
      <span className="grow" />
      {children}
      <HeadSlot of="slotTopRight" />
    </div>
  );
}

/** Button that opens how the list is shown: its order, columns, groups and rows. */
export function AppearanceButton({
  used,
  mixed,
  hides = false,
}: {
  used: UsedAppearance;
  mixed: boolean;
  hides?: boolean;
}) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  useKeys({ v: () => setOpen(true) });
  return (
    <>
      <IconButton icon="sliders-horizontal" label={t.appearance} hotkey="v" onClick={() => setOpen(true)} />
      {isOpen ? (
        <Requested>
          <AppearanceDialog used={used} mixed={mixed} hides={hides} onClose={() => setOpen(false)} />
        </Requested>
      ) : null}
    </>
  );
}
