import { createPortal } from 'react-dom';
import { useEffect } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { Requested } from '../../ui/held-keys.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { filing } from './filing-state.ts';
import { useShared } from './shared/use-shared.ts';

const SharedChoice = lazily(() => import('./shared/choice.tsx').then((module) => module.SharedChoice));
const FilingDialog = lazily(() => import('./filing-dialog.tsx').then((module) => module.FilingDialog));

/** Where documents are filed: what is on its way stays when the screen that it was begun on is left. */
export function FilingHost() {
  // It is of the instance that was shown when it was begun.
  return <Host key={useClient().key} />;
}

function Host() {
  useShared();
  const open = useValue(filing);
  useEffect(() => () => filing.set(undefined), []);
  if (open === undefined) return <SharedChoice />;
  return createPortal(
    <Requested>
      <FilingDialog
        given={open}
        onClose={() => {
          if (filing.get() === open) filing.set(undefined);
        }}
      />
    </Requested>,
    globalThis.document.body,
  );
}
