import { useState, type ReactNode } from 'react';
import { useRow } from '../../client/react.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { StatePage } from '../../ui/parts.tsx';
import { useTexts } from '../context.tsx';
import { goneTexts } from './gone-texts.ts';
import { useGone } from './use-gone.ts';

/** Whether this page has known what it shows at any time: by its row in a list, or as it `isShown`. */
export function useWasKnown(itemKey: string, isShown: boolean): boolean {
  const row = useRow(itemKey);
  const isKnown = isShown || row !== undefined;
  const [wasKnown, setWasKnown] = useState(isKnown);
  if (isKnown && !wasKnown) setWasKnown(true);
  return isKnown || wasKnown;
}

/**
 * Stands where something is not there. That it was taken away is said of what was known before alone: of all else nobody knows whether it has
 * ever been there, or is for others.
 */
export function GonePage({
  icon,
  wasKnown,
  title,
  hint,
  action,
}: {
  icon: IconName;
  wasKnown: boolean;
  /** What is said of what was known. */
  title: string;
  hint?: string | undefined;
  action?: ReactNode;
}) {
  const t = useTexts(goneTexts);
  useGone();
  return (
    <StatePage icon={icon} title={wasKnown ? title : t.notThere} action={action}>
      {wasKnown ? hint : t.notThereHint}
    </StatePage>
  );
}
