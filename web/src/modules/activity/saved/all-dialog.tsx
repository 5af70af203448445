import './saved.css';
import type { SavedFilter } from '@kontor/contract/activity';
import { useState } from 'react';
import { Link, useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { inMenu, savedAddress } from './rules.ts';
import { SaveDialog } from './save-dialog.tsx';
import { useSaved } from './store.ts';
import { savedTexts } from './texts.ts';
import { useSavedActions } from './use-actions.ts';

/** So many can be overseen without a search. */
const FEW = 8;

/** All saved filters that the person sees, of all lists. */
export function AllDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(savedTexts);
  const { filters = [] } = useSaved();
  const [typed, setTyped] = useState('');
  const [editing, setEditing] = useState<SavedFilter>();
  // Notices cannot be reached over a dialog.
  const [removed, setRemoved] = useState<{ readonly name: string; readonly undo: () => void }>();
  const actions = useSavedActions();
  const pinned = inMenu(filters);
  const wanted = typed.trim().toLowerCase();
  const shown = [...pinned, ...filters.filter((one) => !pinned.includes(one))].filter(({ name, owner }) =>
    `${name} ${owner.fullName}`.toLowerCase().includes(wanted),
  );
  if (editing !== undefined)
    return <SaveDialog filter={editing} onSaved={() => undefined} onClose={() => setEditing(undefined)} />;
  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={onClose}>
      <div className="all-filters">
        {filters.length > FEW ? (
          <TextField
            label={t.find}
            type="search"
            value={typed}
            autoFocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : null}
        {removed === undefined ? null : (
          <p className="all-removed" role="status">
            {t.removed(removed.name)}
            <Button
              onClick={() => {
                removed.undo();
                setRemoved(undefined);
              }}
            >
              {t.undo}
            </Button>
          </p>
        )}
        {shown.length === 0 ? <p className="quiet">{filters.length === 0 ? t.none : t.noneFound}</p> : null}
        <ul>
          {shown.map((filter) => (
            <Line
              key={filter.filterId}
              filter={filter}
              onGo={onClose}
              onEdit={() => setEditing(filter)}
              onRemove={() => setRemoved({ name: filter.name, undo: actions.remove(filter) })}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Line({
  filter,
  onGo,
  onEdit,
  onRemove,
}: {
  filter: SavedFilter;
  onGo: () => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const t = useTexts(savedTexts);
  const actions = useSavedActions();
  const { name, owner, changeable, sharedWith } = filter;
  const isPinned = filter.pinned !== null;
  const shared = sharedWith.everybody
    ? t.everybodys
    : sharedWith.userIds.length + sharedWith.groupIds.length > 0
      ? t.sharedWith(sharedWith.userIds.length, sharedWith.groupIds.length)
      : '';
  const more = [t.lists[filter.list], changeable ? shared : t.by(owner.fullName)].filter((text) => text !== '');
  const address = savedAddress(filter);
  const words = (
    <>
      <span>{name}</span>
      <small>{more.join(' · ')}</small>
    </>
  );
  return (
    <li>
      {address === undefined ? (
        <span className="all-filter">{words}</span>
      ) : (
        <Link className="all-filter" to={address} onGo={onGo}>
          {words}
        </Link>
      )}
      <IconButton
        icon="push-pin"
        label={isPinned ? t.unpinOf(name) : t.pinOf(name)}
        aria-pressed={isPinned}
        onClick={() => actions.pin(filter, !isPinned)}
      />
      {changeable ? (
        <>
          <IconButton icon="pencil-simple" label={t.editOf(name)} onClick={onEdit} />
          <IconButton icon="trash" label={t.removeOf(name)} onClick={onRemove} />
        </>
      ) : null}
    </li>
  );
}
