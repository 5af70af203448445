import { useEffect } from 'react';
import { useAccountEntries } from '../accounts/account-entries.ts';
import { useKeys, useShell, useTexts } from '../context.tsx';
import { useMenu } from '../menu/drawer.tsx';
import { useCreations } from '../menu/slots.tsx';
import { texts } from '../texts.ts';

/** Keys that do the same wherever somebody is. */
export function GlobalKeys({
  onHelp,
  onPalette,
  onPeople,
}: {
  onHelp: () => void;
  onPalette: () => void;
  onPeople: () => void;
}) {
  const t = useTexts(texts);
  const { keys, notices, navigator } = useShell();
  const { accountEntries, take } = useAccountEntries();
  const creations = useCreations();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => void keys.press(event);
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [keys]);
  useKeys({
    '?': onHelp,
    'Ctrl+k': onPalette,
    o: onPeople,
    ...Object.fromEntries(creations.flatMap(({ key, run }) => (key === '' ? [] : [[key, run]]))),
    z: () => {
      if (!notices.undoLast()) notices.show({ text: t.nothingToUndo });
    },
    ...Object.fromEntries(
      useMenu().flatMap(({ keys: own, path }) => (own === '' ? [] : [[own, () => navigator.go(path)]])),
    ),
    ...Object.fromEntries(
      accountEntries.slice(0, 9).map((accountEntry, index) => [`g ${index + 1}`, () => take(accountEntry)]),
    ),
  });
  return null;
}
