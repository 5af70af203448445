import { useRef } from 'react';
import { useTexts } from '../../shell/index.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { Button, IconButton } from '../../ui/parts.tsx';
import { ItemBar, type ItemActs } from '../activity/index.tsx';
import { texts } from './texts.ts';

/** What can be done with a document; what is left out cannot be done now, or not by the person. */
export function DocumentBar({
  wide,
  acts,
  mayDelete,
  onOpen,
  onDownload,
  onEdit,
  onVersion,
  onAttach,
  onHistory,
  onClose,
}: {
  wide: boolean;
  acts: ItemActs;
  mayDelete: boolean;
  onOpen?: () => void;
  onDownload?: () => void;
  onEdit?: () => void;
  onVersion?: (files: readonly File[]) => void;
  onAttach?: () => void;
  onHistory?: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const field = useRef<HTMLInputElement>(null);
  const item = (
    key: string,
    label: string,
    icon: NonNullable<MenuItem['icon']>,
    onSelect: (() => void) | undefined,
  ): readonly MenuItem[] => (onSelect === undefined ? [] : [{ key, label, icon, onSelect }]);
  const items: readonly MenuItem[] = [
    // A bar for a thumb has no room for all.
    ...item('download', t.download, 'download-simple', wide ? undefined : onDownload),
    ...(onVersion === undefined
      ? []
      : [{ key: 'version', label: t.newVersion, icon: 'files' as const, onSelect: () => field.current?.click() }]),
    ...item('attach', t.toNewMail, 'paperclip', onAttach),
    ...item('history', t.history, 'clock-counter-clockwise', onHistory),
  ];
  return (
    <>
      <ItemBar
        className="document-bar"
        wide={wide}
        acts={acts}
        mayDelete={mayDelete}
        label={t.more}
        items={items}
        onClose={onClose}
      >
        {onOpen === undefined ? null : wide ? (
          <Button icon="eye" kind="primary" onClick={onOpen}>
            {t.open}
          </Button>
        ) : (
          <IconButton icon="eye" label={t.open} onClick={onOpen} />
        )}
        {onDownload === undefined || !wide ? null : (
          <IconButton icon="download-simple" label={t.download} onClick={onDownload} />
        )}
        {onEdit === undefined ? null : <IconButton icon="pencil-simple" label={t.edit} hotkey="E" onClick={onEdit} />}
      </ItemBar>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={t.newVersion}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (files.length > 0) onVersion?.(files);
        }}
      />
    </>
  );
}
