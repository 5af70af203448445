import { useRef, useState } from 'react';
import { useTexts } from '../../shell/index.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Button, IconButton } from '../../ui/parts.tsx';
import { activityTexts, useOfDetails } from '../activity/index.tsx';
import { texts } from './texts.ts';

type BarAction = 'archive' | 'dearchive' | 'delete' | 'restore' | 'snooze';

/** What can be done with a document; what is left out cannot be done now, or not by the person. */
export function DocumentBar({
  wide,
  archived,
  trashed,
  mayDelete,
  onOpen,
  onDownload,
  onEdit,
  onVersion,
  onAttach,
  onHistory,
  onAction,
  onClose,
}: {
  wide: boolean;
  archived: boolean;
  trashed: boolean;
  mayDelete: boolean;
  onOpen?: () => void;
  onDownload?: () => void;
  onEdit?: () => void;
  onVersion?: (files: readonly File[]) => void;
  onAttach?: () => void;
  onHistory?: () => void;
  onAction: (action: BarAction) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const a = useTexts(activityTexts);
  const field = useRef<HTMLInputElement>(null);
  const [menu, setMenu] = useState<DOMRect>();
  const choose = (): void => field.current?.click();
  // A bar for a thumb has no room for all.
  const saved = wide ? undefined : onDownload;
  const made = useOfDetails();
  const hasMore =
    onVersion !== undefined ||
    onAttach !== undefined ||
    saved !== undefined ||
    made.length > 0 ||
    onHistory !== undefined;
  return (
    <div className="toolbar document-bar" role="toolbar" aria-label={t.more}>
      {wide ? null : <IconButton icon="arrow-left" label={t.back} hotkey="Escape" onClick={onClose} />}
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
      <span className="grow" />
      <IconButton
        icon="archive"
        fill={archived}
        label={a.actions[archived ? 'dearchive' : 'archive']}
        hotkey="a"
        aria-pressed={archived}
        onClick={() => onAction(archived ? 'dearchive' : 'archive')}
      />
      {trashed ? (
        <IconButton
          icon="arrow-counter-clockwise"
          label={a.actions.restore}
          hotkey="#"
          onClick={() => onAction('restore')}
        />
      ) : (
        <>
          <IconButton icon="clock" label={a.actions.snooze} hotkey="b" onClick={() => onAction('snooze')} />
          {mayDelete ? (
            <IconButton icon="trash" label={a.actions.delete} hotkey="#" onClick={() => onAction('delete')} />
          ) : null}
        </>
      )}
      {hasMore ? (
        <IconButton
          icon="dots-three-vertical"
          label={t.more}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setMenu(currentTarget.getBoundingClientRect())}
        />
      ) : null}
      {wide ? <IconButton icon="x" label={t.close} hotkey="Escape" onClick={onClose} /> : null}
      {menu === undefined ? null : (
        <MoreMenu
          anchor={menu}
          made={made}
          {...(onVersion === undefined ? {} : { onVersion: choose })}
          {...(onAttach === undefined ? {} : { onAttach })}
          {...(onHistory === undefined ? {} : { onHistory })}
          {...(saved === undefined ? {} : { onDownload: saved })}
          onClose={() => setMenu(undefined)}
        />
      )}
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
    </div>
  );
}

/** What is done more rarely. */
function MoreMenu({
  anchor,
  made,
  onVersion,
  onAttach,
  onHistory,
  onDownload,
  onClose,
}: {
  anchor: DOMRect;
  made: readonly MenuItem[];
  onDownload?: () => void;
  onVersion?: () => void;
  onAttach?: () => void;
  onHistory?: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const history: readonly MenuItem[] =
    onHistory === undefined
      ? []
      : [{ key: 'history', label: t.history, icon: 'clock-counter-clockwise', onSelect: onHistory }];
  const version: readonly MenuItem[] =
    onVersion === undefined ? [] : [{ key: 'version', label: t.newVersion, icon: 'files', onSelect: onVersion }];
  const attach: readonly MenuItem[] =
    onAttach === undefined ? [] : [{ key: 'attach', label: t.toNewMail, icon: 'paperclip', onSelect: onAttach }];
  const download: readonly MenuItem[] =
    onDownload === undefined
      ? []
      : [{ key: 'download', label: t.download, icon: 'download-simple', onSelect: onDownload }];
  return (
    <Menu
      label={t.more}
      anchor={anchor}
      items={[...download, ...version, ...attach, ...made, ...history]}
      onClose={onClose}
    />
  );
}
