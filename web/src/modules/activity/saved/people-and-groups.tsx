import './saved.css';
import { findQueries } from '@kontor/contract/activity';
import { useId, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { isGroup } from '../lists/chip-rules.ts';
import { savedTexts } from './texts.ts';

/** So many people and groups can be overseen without a search. */
const FEW = 8;

/** Some of the people and groups of the instance, to be ticked; `except` is the number of whom it is not offered to. */
export function PeopleAndGroups({
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
  const { data: users, failure, retry } = useAsk(findQueries.trashUsers, {});
  if (users === undefined)
    return failure === undefined ? (
      <p className="quiet">{t.loading}</p>
    ) : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {t.peopleFailed}
      </Callout>
    );
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
