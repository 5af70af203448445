import './saved.css';
import { MAX_FILTER_NAME, type SavedFilter, type SavedList } from '@kontor/contract/activity';
import { tidyName } from '@kontor/contract/kernel';
import { useState } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PeopleAndGroups } from './people-and-groups.tsx';
import { nameFault, savedAddress, type FilterQuery } from './rules.ts';
import { useSaved } from './store.ts';
import { savedTexts } from './texts.ts';
import { useSavedActions } from './use-actions.ts';

type What =
  | { readonly filter: SavedFilter; readonly list?: never; readonly filterQuery?: never }
  | { readonly filter?: never; readonly list: SavedList; readonly filterQuery: FilterQuery };

/** Name of a filter, with whom it is shared, and whether it is in the menu: of a new one, or of one that is there. */
export function SaveDialog({
  filter,
  list,
  filterQuery,
  onSaved,
  onClose,
}: What & {
  /** Where a new one is to be seen. */
  readonly onSaved: (address: string | undefined) => void;
  readonly onClose: () => void;
}) {
  const t = useTexts(savedTexts);
  const me = useValue(useClient().user)?.id ?? 0;
  const { filters = [] } = useSaved();
  const actions = useSavedActions();
  const [name, setName] = useState(filter?.name ?? '');
  const [everybody, setEverybody] = useState(filter?.sharedWith.everybody ?? false);
  const [userIds, setUserIds] = useState<readonly number[]>(filter?.sharedWith.userIds ?? []);
  const [groupIds, setGroupIds] = useState<readonly number[]>(filter?.sharedWith.groupIds ?? []);
  const [pinned, setPinned] = useState((filter?.pinned ?? null) !== null);
  const [isTried, setTried] = useState(false);
  const ownerId = filter?.owner.userId ?? me;
  const fault = nameFault(tidyName(name), filters, { filterId: filter?.filterId, ownerId });
  const save = (): boolean => {
    if (fault !== undefined) return false;
    const given = { name: tidyName(name), sharedWith: { everybody, userIds: [...userIds], groupIds: [...groupIds] } };
    if (filter !== undefined) {
      actions.change(filter, given);
      if (pinned !== (filter.pinned !== null)) actions.pin(filter, pinned);
    } else {
      const filterId = actions.create({ ...given, list, ...filterQuery }, pinned);
      if (filterId === undefined) return false;
      onSaved(savedAddress({ filterId, list, ...filterQuery }));
    }
    return true;
  };
  return (
    <FormDialog
      title={filter === undefined ? t.newTitle : t.editTitle}
      texts={{ ...t, take: t.save }}
      className="save-filter"
      onTake={save}
      onWrong={() => setTried(true)}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        hint={t.nameHint}
        fault={isTried && fault !== undefined ? t.fault[fault] : undefined}
        value={name}
        maxLength={MAX_FILTER_NAME}
        autoComplete="off"
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Check label={t.inMenu} checked={pinned} onChange={(event) => setPinned(event.currentTarget.checked)} />
      <fieldset>
        <legend>{t.share}</legend>
        <p className="hint">{t.shareHint}</p>
        <Check
          label={t.everybody}
          checked={everybody}
          onChange={(event) => setEverybody(event.currentTarget.checked)}
        />
        {everybody ? null : (
          <PeopleAndGroups
            except={ownerId}
            userIds={userIds}
            groupIds={groupIds}
            onUsers={setUserIds}
            onGroups={setGroupIds}
          />
        )}
      </fieldset>
    </FormDialog>
  );
}
