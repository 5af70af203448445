import './saved.css';
import { MOST_FILTER_NAME, findQueries, type SavedFilter, type SavedList } from '@kontor/contract/activity';
import { tidyName } from '@kontor/contract/kernel';
import { useId, useState } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { isGroup } from '../lists/chip-rules.ts';
import { nameFault, savedAddress, type Asked } from './rules.ts';
import { useSaved } from './store.ts';
import { savedTexts } from './texts.ts';
import { useSavedActions } from './use-actions.ts';

/** So many people and groups can be overseen without a search. */
const FEW = 8;

type What =
  | { readonly filter: SavedFilter; readonly list?: never; readonly asked?: never }
  | { readonly filter?: never; readonly list: SavedList; readonly asked: Asked };

/** Name of a filter, with whom it is shared, and whether it is in the menu: of a new one, or of one that is there. */
export function SaveDialog({
  filter,
  list,
  asked,
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
      const filterId = actions.create({ ...given, list, ...asked }, pinned);
      if (filterId === undefined) return false;
      onSaved(savedAddress({ filterId, list, ...asked }));
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
        maxLength={MOST_FILTER_NAME}
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

function PeopleAndGroups({
  except,
  userIds,
  groupIds,
  onUsers,
  onGroups,
}: {
  except: number;
  userIds: readonly number[];
  groupIds: readonly number[];
  onUsers: (chosen: readonly number[]) => void;
  onGroups: (chosen: readonly number[]) => void;
}) {
  const t = useTexts(savedTexts);
  const [typed, setTyped] = useState('');
  const users = useAsk(findQueries.trashUsers, {}).data;
  if (users === undefined) return <p className="quiet">{t.loading}</p>;
  const groups = users.filter(isGroup).map(({ groupId, groupName }) => ({ id: groupId, name: groupName }));
  const people = users
    .filter((user) => !isGroup(user) && user.userId !== except)
    .map(({ userId, fullName }) => ({ id: userId, name: fullName }));
  const wanted = typed.trim().toLowerCase();
  const meant = ({ name }: Choice): boolean => name.toLowerCase().includes(wanted);
  const [shownGroups, shownPeople] = [groups.filter(meant), people.filter(meant)];
  return (
    <>
      {groups.length + people.length > FEW ? (
        <TextField
          label={groups.length === 0 ? t.findPerson : t.findAny}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <div className="save-people">
        <Choices title={t.groups} choices={shownGroups} chosen={groupIds} onChange={onGroups} />
        <Choices
          title={groups.length === 0 ? undefined : t.people}
          choices={shownPeople}
          chosen={userIds}
          onChange={onUsers}
        />
        {shownGroups.length + shownPeople.length === 0 ? <p className="quiet">{t.noPerson}</p> : null}
      </div>
    </>
  );
}

interface Choice {
  readonly id: number;
  readonly name: string;
}

/** Some of the people, or of the groups, under their heading; nothing where there are none. */
function Choices({
  title,
  choices,
  chosen,
  onChange,
}: {
  title: string | undefined;
  choices: readonly Choice[];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}) {
  const id = useId();
  if (choices.length === 0) return null;
  return (
    <div role="group" {...(title === undefined ? {} : { 'aria-labelledby': id })}>
      {title === undefined ? null : (
        <span id={id} className="save-heading">
          {title}
        </span>
      )}
      {choices.map((choice) => (
        <Check
          key={choice.id}
          label={choice.name}
          checked={chosen.includes(choice.id)}
          onChange={(event) => {
            const rest = chosen.filter((one) => one !== choice.id);
            onChange(event.currentTarget.checked ? [...rest, choice.id] : rest);
          }}
        />
      ))}
    </div>
  );
}
