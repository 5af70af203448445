import './saved.css';
import type { SavedFilter } from '@kontor/contract/activity';
import { useRef, useState } from 'react';
import { useGo, useKeyName, useKeys, useTexts } from '../../../shell/index.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { Icon } from '../../../ui/parts.tsx';
import type { ListDeclaration } from '../lists/define-list.ts';
import { inMenu, savedAddress, type FilterQuery } from './rules.ts';
import { useSaved } from './store.ts';
import { savedTexts } from './texts.ts';
import { useSavedActions } from './use-actions.ts';
import type { SavedSource } from './use-source.ts';

const SaveDialog = lazily(() => import('./save-dialog.tsx').then((module) => module.SaveDialog));
const AllDialog = lazily(() => import('./all-dialog.tsx').then((module) => module.AllDialog));

/** Loads what saving is made of before it is opened. */
export const warmSaving = (): void => {
  for (const part of [SaveDialog, AllDialog]) void part.load();
};

/** So many stand in the menu of the chip; the others are found in the list of all. */
const MAX_IN_MENU = 12;

interface Props extends Pick<SavedSource, 'saved'> {
  readonly list: ListDeclaration;
  readonly filterQuery: FilterQuery;
  readonly isNamed: boolean;
  /** Shows the list by a saved filter. */
  readonly onApply: (address: string) => void;
}

/** The chip of saved filters: which one the list is shown by, all others, and what can be done with it. */
export function SavedChip({ list, saved, isNamed, filterQuery, onApply }: Props) {
  const t = useTexts(savedTexts);
  const keyName = useKeyName();
  const go = useGo();
  const { filters = [] } = useSaved();
  const actions = useSavedActions();
  const [menu, setMenu] = useState<DOMRect>();
  const [dialog, setDialog] = useState<'new' | 'edit' | 'all'>();
  const chip = useRef<HTMLButtonElement>(null);
  const open = (): void => setMenu(chip.current?.getBoundingClientRect());
  useKeys({ s: open, S: () => setDialog('new') });

  const own = filters.filter((filter) => filter.list === list.name);
  const pinned = inMenu(own);
  const offered = [...pinned, ...own.filter((one) => !pinned.includes(one))].slice(0, MAX_IN_MENU);
  const show = (filter: SavedFilter): void => {
    const address = savedAddress(filter);
    if (address !== undefined) go(address);
  };
  const items: readonly MenuItem[] = [
    ...offered.map((filter): MenuItem => ({
      key: filter.filterId,
      label: filter.name,
      ...(filter.changeable ? {} : { detail: t.by(filter.owner.fullName) }),
      checked: filter.filterId === saved?.filterId,
      onSelect: () => show(filter),
    })),
    {
      key: 'save',
      icon: 'plus',
      label: t.saveList,
      hint: keyName('S'),
      apart: offered.length > 0,
      onSelect: () => setDialog('new'),
    },
    ...(saved === undefined ? [] : ofSaved(saved)),
    { key: 'all', icon: 'list', label: t.all, onSelect: () => setDialog('all') },
  ];
  function ofSaved(filter: SavedFilter): MenuItem[] {
    const isPinned = filter.pinned !== null;
    return [
      ...(filter.changeable
        ? [{ key: 'edit', icon: 'pencil-simple' as const, label: t.edit, onSelect: () => setDialog('edit') }]
        : []),
      {
        key: 'pin',
        icon: 'push-pin',
        label: isPinned ? t.unpin : t.pin,
        onSelect: () => actions.pin(filter, !isPinned),
      },
      ...(filter.changeable
        ? [{ key: 'remove', icon: 'trash' as const, label: t.remove, onSelect: () => void actions.remove(filter) }]
        : []),
    ];
  }
  const name = saved?.name ?? (isNamed ? t.unknown : undefined);
  return (
    <>
      <button
        ref={chip}
        type="button"
        className="chip"
        data-end="first"
        data-short={name === undefined}
        data-on={name !== undefined}
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        aria-keyshortcuts="s"
        aria-label={name === undefined ? t.saved : t.applied(name)}
        title={`${name === undefined ? t.title : t.applied(name)} (S)`}
        onClick={open}
      >
        <Icon name="bookmark-simple" small fill={name !== undefined} />
        <span>{name ?? t.saved}</span>
        <Icon name="caret-down" small />
      </button>
      {menu === undefined ? null : (
        <Menu label={t.title} anchor={menu} items={items} onClose={() => setMenu(undefined)} />
      )}
      {dialog === undefined ? null : (
        <Requested>
          {dialog === 'all' ? (
            <AllDialog onClose={() => setDialog(undefined)} />
          ) : (
            <SaveDialog
              {...(dialog === 'edit' && saved !== undefined
                ? { filter: saved }
                : { list: list.name as SavedFilter['list'], filterQuery })}
              onSaved={(address) => {
                if (address !== undefined) onApply(address);
              }}
              onClose={() => setDialog(undefined)}
            />
          )}
        </Requested>
      )}
    </>
  );
}

/** Says that a list is not what the saved filter is that it is shown by, and what can be done about it. */
export function SavedChanges({
  saved,
  filterQuery,
  onApply,
}: {
  saved: SavedFilter;
  filterQuery: FilterQuery;
  onApply: (address: string) => void;
}) {
  const t = useTexts(savedTexts);
  const actions = useSavedActions();
  const [isNaming, setNaming] = useState(false);
  return (
    <div className="saved-changes" role="group" aria-label={t.differs}>
      {saved.changeable ? (
        <button type="button" className="chip" data-act="true" onClick={() => actions.change(saved, filterQuery)}>
          {t.saveChanges}
        </button>
      ) : null}
      <button type="button" className="chip" data-act="true" onClick={() => setNaming(true)}>
        {t.saveAsNew}
      </button>
      <button type="button" className="chip" data-quiet="true" onClick={() => onApply(savedAddress(saved) ?? '')}>
        {t.discard}
      </button>
      {isNaming ? (
        <Requested>
          <SaveDialog
            list={saved.list}
            filterQuery={filterQuery}
            onSaved={(address) => {
              if (address !== undefined) onApply(address);
            }}
            onClose={() => setNaming(false)}
          />
        </Requested>
      ) : null}
    </div>
  );
}
