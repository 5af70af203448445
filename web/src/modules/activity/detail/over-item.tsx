import { Suspense } from 'react';
import { useRow } from '../../../client/react.tsx';
import { useShell } from '../../../shell/index.ts';

/** What modules say over an item that is shared; nothing over all others. */
export function OverItem({ itemId }: { itemId: string }) {
  const { modules } = useShell();
  if (useRow(itemId)?.globalized !== true) return null;
  return (
    <Suspense>
      {modules.map(({ name, overShared: Over }) => (Over === undefined ? null : <Over key={name} itemId={itemId} />))}
    </Suspense>
  );
}
