import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useClient, useValue } from '../../client/react.tsx';
import { Requested } from '../../ui/held-keys.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { openDialogs, close } from './open-dialogs.ts';
import { useSentLater } from './sent-later.ts';

const CreateDialog = lazily(() => import('./lists/create-dialog.tsx').then((module) => module.CreateDialog));
const LinkWindow = lazily(() => import('./link-window.tsx').then((module) => module.LinkWindow));
const LinkWindowOfMany = lazily(() => import('./link-window-of-many.tsx').then((module) => module.LinkWindowOfMany));
const MergeDialog = lazily(() => import('./merging/merge-dialog.tsx').then((module) => module.MergeDialog));
const DuplicatesDialog = lazily(() =>
  import('./merging/duplicates-dialog.tsx').then((module) => module.DuplicatesDialog),
);
const DeletedDialog = lazily(() => import('./deleted/deleted-dialog.tsx').then((module) => module.DeletedDialog));
const ChangeDialog = lazily(() => import('./many/change-dialog.tsx').then((module) => module.ChangeDialog));
const LeftDialog = lazily(() => import('./many/left-dialog.tsx').then((module) => module.LeftDialog));
const ItemPicker = lazily(() => import('./item-picker.tsx').then((module) => module.ItemPicker));
const RecordPicker = lazily(() => import('./picker.tsx').then((module) => module.RecordPicker));

/** Where the dialogs about records stand: what is typed in them stays when what asked for them is taken away. */
export function RecordDialogs() {
  // They are of the instance that was shown when they were asked for.
  return <Dialogs key={useClient().key} />;
}

function Dialogs() {
  const open = useValue(openDialogs);
  useSentLater();
  useEffect(() => () => openDialogs.set([]), []);
  if (open.length === 0) return null;
  return createPortal(
    open.map((one) => (
      <Requested key={one.kind}>
        <DialogOfKind one={one} />
      </Requested>
    )),
    document.body,
  );
}

function DialogOfKind({ one }: { one: ReturnType<typeof openDialogs.get>[number] }) {
  switch (one.kind) {
    case 'pick':
      return <RecordPicker picking={one} onClose={() => close(one)} />;
    case 'create':
      return <CreateDialog creating={one} />;
    case 'window':
      return <LinkWindow showing={one} onClose={() => close(one)} />;
    case 'windowOfMany':
      return <LinkWindowOfMany showing={one} onClose={() => close(one)} />;
    case 'items':
      return <ItemPicker linking={one} onClose={() => close(one)} />;
    case 'merge':
      return <MergeDialog merging={one} onClose={() => close(one)} />;
    case 'change':
      return <ChangeDialog changing={one} onClose={() => close(one)} />;
    case 'left':
      return <LeftDialog left={one} onClose={() => close(one)} />;
    case 'deleted':
      return <DeletedDialog idoInstanceId={one.idoInstanceId} onClose={() => close(one)} />;
    case 'duplicates':
      return <DuplicatesDialog idoInstanceId={one.idoInstanceId} onClose={() => close(one)} />;
  }
}
