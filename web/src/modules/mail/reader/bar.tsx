import { useRef, useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { BarButtons, activityTexts } from '../../activity/index.tsx';
import { AnswerButtons } from '../composer/answer-bar.tsx';
import type { Answering } from '../composer/answering.ts';
import { texts } from '../texts.ts';
import { keyOf } from './key-of.ts';
import { ReaderMenu, type MenuProps } from './more-menu.tsx';
import { readerTexts } from './texts.ts';

export type BarAction = 'archive' | 'dearchive' | 'delete' | 'restore' | 'spam' | 'snooze';

/** What can be done with a mail, or with its thread: the buttons say which. */
export function ReaderBar({
  archived,
  trashed,
  wide,
  aim,
  mayRemove,
  answering,
  menu,
  onAction,
  onClose,
}: {
  archived: boolean;
  trashed: boolean;
  wide: boolean;
  /** Whether a thread is acted on or a mail of one; undefined where the mail stands alone. */
  aim: 'thread' | 'mail' | undefined;
  mayRemove: { readonly trash: boolean; readonly spam: boolean };
  answering: Answering | undefined;
  menu: MenuProps | undefined;
  onAction: (action: BarAction) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const r = useTexts(readerTexts);
  const a = useTexts(activityTexts);
  const more = useRef<HTMLSpanElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  const named = (action: BarAction): string => {
    const label = a.actions[action];
    return aim === undefined ? label : aim === 'thread' ? r.onThread(label) : r.onMail(label);
  };
  // A bar for a thumb has no room for what is done more rarely.
  const rarer: readonly MenuItem[] = wide
    ? []
    : [
        ...(answering === undefined
          ? []
          : [
              {
                key: 'all',
                label: t.replyAll,
                icon: 'arrow-bend-double-up-left' as const,
                onSelect: answering.replyAll,
              },
              { key: 'forward', label: t.forward, icon: 'arrow-bend-up-right' as const, onSelect: answering.forward },
            ]),
        ...(mayRemove.spam && !trashed
          ? [
              {
                key: 'spam',
                label: named('spam'),
                icon: 'warning-octagon' as const,
                onSelect: () => onAction('spam'),
              },
            ]
          : []),
      ];
  return (
    <div className="toolbar reader-bar" role="toolbar" aria-label={t.more}>
      {wide ? null : <IconButton icon="arrow-left" label={t.back} hotkey="Escape" onClick={onClose} />}
      {answering === undefined ? null : <AnswerButtons answering={answering} isShort={!wide} />}
      <span className="grow" />
      {wide && menu !== undefined ? <BarButtons itemId={keyOf(menu.mail.aggregateId)} /> : null}
      <IconButton
        icon="archive"
        fill={archived}
        label={named(archived ? 'dearchive' : 'archive')}
        hotkey="a"
        aria-pressed={archived}
        onClick={() => onAction(archived ? 'dearchive' : 'archive')}
      />
      {trashed ? (
        <IconButton
          icon="arrow-counter-clockwise"
          label={named('restore')}
          hotkey="#"
          onClick={() => onAction('restore')}
        />
      ) : (
        <>
          <IconButton icon="clock" label={named('snooze')} hotkey="b" onClick={() => onAction('snooze')} />
          {mayRemove.trash ? (
            <IconButton icon="trash" label={named('delete')} hotkey="#" onClick={() => onAction('delete')} />
          ) : null}
          {mayRemove.spam && wide ? (
            <IconButton icon="warning-octagon" label={named('spam')} onClick={() => onAction('spam')} />
          ) : null}
        </>
      )}
      {menu === undefined ? null : (
        <span ref={more}>
          <IconButton
            icon="dots-three-vertical"
            label={t.more}
            aria-haspopup="menu"
            onClick={() => setAnchor(more.current?.getBoundingClientRect())}
          />
        </span>
      )}
      {wide ? <IconButton icon="x" label={t.close} hotkey="Escape" onClick={onClose} /> : null}
      {menu === undefined ? null : (
        <ReaderMenu {...menu} rarer={rarer} hasBar={wide} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </div>
  );
}
