import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useClient, useValue } from '../../client/react.tsx';
import { Requested } from '../../ui/held-keys.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { itemsToShare, close } from './items-to-share.ts';

const ShareDialog = lazily(() => import('./dialog.tsx').then((module) => module.ShareDialog));

/** Where the dialog stands that shares items, whatever asked for it. */
export function ShareDialogs() {
  // It is of the instance that was shown when it was asked for.
  return <Dialogs key={useClient().key} />;
}

function Dialogs() {
  const keys = useValue(itemsToShare);
  useEffect(() => close, []);
  if (keys === undefined) return null;
  return createPortal(
    <Requested>
      <ShareDialog keys={keys} onClose={close} />
    </Requested>,
    document.body,
  );
}
