import { useRef, useState } from 'react';
import { useFormats, useKeyName, useKeys, useMedia, useTexts } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { Menu } from '../../../ui/menu.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { useIsWide } from '../../../ui/use-is-wide.ts';
import type { Choice } from '../actions/choices.ts';
import { selectionTexts } from './selection-texts.ts';
import { texts } from '../texts.ts';
import { useItemActions, useItemKeys, type Offered } from '../actions/use-item-actions.ts';

const NORMAL: readonly (readonly [Choice, IconName, string])[] = [
  ['ready', 'check', 'e'],
  ['seen', 'circle-half', 'i'],
  ['unseen', 'envelope-simple', 'u'],
  ['archive', 'archive', 'a'],
  ['snooze', 'clock', 'b'],
  ['delete', 'trash', '#'],
  ['spam', 'warning-octagon', ''],
];
const TRASH: readonly (readonly [Choice, IconName, string])[] = [['restore', 'arrow-counter-clockwise', '#']];

/** Pixels that all that is offered needs. */
const ROOM = 480;
const NONE: readonly Offered[] = [];

/** Takes the toolbar's place while items are selected. */
export function SelectionBar({
  title,
  chosen,
  trash = false,
  own = NONE,
  onAction,
  onAll,
  onClear,
}: {
  /** Left out where the page has its own. */
  title?: string;
  /** Keys of the items. */
  chosen: readonly string[];
  trash?: boolean;
  /** What can be done with them in this place alone. */
  own?: readonly Offered[];
  onAction: (action: Choice) => void;
  onAll: () => void;
  onClear: () => void;
}) {
  const { actions } = useTexts(texts);
  const t = useTexts(selectionTexts);
  const formats = useFormats();
  const keyName = useKeyName();
  const offered = useItemActions()(chosen);
  const [bar, isWide] = useIsWide(ROOM, !useMedia(`(max-width: ${ROOM}px)`));
  const narrow = !isWide;
  const ofModules = trash ? [] : [...own, ...offered];
  // With something chosen its keys are about that, whatever else is open.
  useItemKeys(trash ? undefined : () => chosen);
  useKeys(Object.fromEntries(own.map(({ key, run }) => [key, run])));
  const { length: count } = chosen;
  const more = useRef<HTMLSpanElement>(null);
  const [menu, setMenu] = useState<DOMRect>();
  const all = trash ? TRASH : NORMAL;
  const shown = narrow
    ? all.filter(
        ([action]) => action === 'ready' || action === 'archive' || action === 'delete' || action === 'restore',
      )
    : all;
  const rest = all.filter((entry) => !shown.includes(entry));
  return (
    <>
      {title === undefined ? null : <h1 className="hidden-text">{title}</h1>}
      <div ref={bar} className="toolbar selection-bar" role="toolbar" aria-label={t.more}>
        <IconButton icon="x" label={t.clearSelection} hotkey="Escape" onClick={onClear} />
        <strong className="grow" aria-live="polite" title={t.selected(count)}>
          {narrow ? formats.number(count) : t.selected(count)}
        </strong>
        {shown.map(([action, icon, key]) => (
          <IconButton
            key={action}
            icon={icon}
            label={actions[action]}
            {...(key === '' ? {} : { hotkey: key })}
            onClick={() => onAction(action)}
          />
        ))}
        {narrow
          ? null
          : ofModules.map(({ name, icon, label, key, inBar, run }) =>
              inBar ? <IconButton key={name} icon={icon} label={label} hotkey={key} onClick={run} /> : null,
            )}
        <span ref={more}>
          <IconButton
            icon="dots-three-vertical"
            label={t.more}
            onClick={() => setMenu(more.current?.getBoundingClientRect())}
          />
        </span>
        {menu === undefined ? null : (
          <Menu
            label={t.more}
            anchor={menu}
            onClose={() => setMenu(undefined)}
            items={[
              { key: 'all', label: t.selectAll, icon: 'check-square', onSelect: onAll },
              ...rest.map(([action, icon]) => ({
                key: action,
                label: actions[action],
                icon,
                onSelect: () => onAction(action),
              })),
              ...ofModules
                .filter(({ inBar }) => narrow || !inBar)
                .map(({ name, icon, label, key, run }) => ({
                  key: name,
                  label,
                  icon,
                  hint: keyName(key),
                  onSelect: run,
                })),
            ]}
          />
        )}
      </div>
    </>
  );
}
