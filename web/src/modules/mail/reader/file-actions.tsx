import { useState, type ReactNode } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useLanguage, useShell } from '../../../shell/index.ts';
import type { FileAction, ItemFile } from '../../../shell/manifest.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import type { MenuItem } from '../../../ui/menu.tsx';

interface FileActions {
  /** What can be done with a file, for its menu. */
  readonly of: (file: ItemFile) => readonly MenuItem[];
  /** What was asked for, where that takes a dialog. */
  readonly dialog: ReactNode;
}

/** What modules do with a file of a mail, or with the mail as a file: this one does not know what that is. */
export function useFileActions(): FileActions {
  const client = useClient();
  const language = useLanguage();
  const { modules, notices } = useShell();
  const rights = useValue(client.configuration)?.rights;
  const [openDialog, setOpenDialog] = useState<{
    readonly Dialog: NonNullable<FileAction['dialog']>;
    readonly file: ItemFile;
  }>();
  const actions = modules
    .flatMap(({ ofFiles = [] }) => ofFiles)
    .filter(({ right }) => right === undefined || rights?.[right] === true);
  return {
    of: (file) =>
      actions.map(({ name, icon, label, run, dialog: Dialog }) => ({
        key: name,
        icon,
        label: label[language],
        onSelect: () => {
          run?.({ client, notices, language }, file);
          if (Dialog !== undefined) setOpenDialog({ Dialog, file });
        },
      })),
    dialog:
      openDialog === undefined ? null : (
        <Requested>
          <openDialog.Dialog {...openDialog.file} onClose={() => setOpenDialog(undefined)} />
        </Requested>
      ),
  };
}
