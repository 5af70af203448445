import '../people/people.css';
import './groups.css';
import { administrationQueries, groupCommands, groupQueries, type Group } from '@kontor/contract/account';
import { useMemo, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { Portrait, useTexts } from '../../../shell/index.ts';
import { bothOf } from '../../../shell/failures/both-of.ts';
import { EditedList, type EditedRows } from '../../../shell/forms/edited-list.tsx';
import { OpenRow } from '../../../shell/forms/open-row.tsx';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { Button, Icon, StatePage } from '../../../ui/parts.tsx';
import { nameOf } from '../people/rules.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import { GroupForm } from './group-form.tsx';
import { membersOf, peopleById, searchGroups, type People } from './rules.ts';
import { texts } from './texts.ts';

/** Most pictures of members in a row. */
const MAX_FACES = 4;

/** The groups of people of the instance, for its administrators. */
export function GroupsPage() {
  const t = useTexts(texts);
  const answer = useAsk(groupQueries.groups, {});
  const everybody = useAsk(administrationQueries.people, {});
  const people = useMemo(() => peopleById(everybody.data ?? []), [everybody.data]);
  const opened = useOpened<Group>(({ groupId }) => groupId);
  const [text, setText] = useState('');
  return (
    <EditedList
      t={t}
      icon="users"
      // Without the names of people nothing can be said of groups.
      answer={bothOf(answer, everybody)}
      rowsOf={([groups]) => groups}
      opened={opened}
      form={({ one, onSaved }) => (
        <GroupForm
          group={one}
          groups={answer.data ?? []}
          people={people}
          onSaved={({ groupId }) => onSaved(groupId)}
          onClose={opened.close}
        />
      )}
    >
      {(groups, rows) => <List groups={groups} people={people} text={text} onText={setText} {...rows} />}
    </EditedList>
  );
}

function List({
  groups,
  people,
  text,
  focused,
  onText,
  onOpen,
  onRemoved,
  onChanged,
}: EditedRows<Group> & {
  groups: readonly Group[];
  people: People;
  text: string;
  onText: (text: string) => void;
}) {
  const t = useTexts(texts);
  const sendOnce = useSendOnce();
  const { attempt, offerUndo } = useAttempt(useProblem(), onChanged);
  const found = searchGroups(groups, people, text);

  const remove = async ({ groupId, name }: Group): Promise<void> => {
    if (!(await attempt(() => sendOnce(groupCommands.deleteGroup, { groupId })))) return;
    // The row that had the focus is gone.
    onRemoved();
    offerUndo(t.removed(name), () => sendOnce(groupCommands.restoreGroup, { groupId }));
  };
  return (
    <>
      <div className="search">
        <Icon name="magnifying-glass" />
        <input
          className="input"
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <span className="quiet" role="status">
          {found.length === groups.length ? t.count(groups.length) : t.found(found.length, groups.length)}
        </span>
      </div>
      {found.length === 0 ? (
        <StatePage icon="users" title={t.none} action={<Button onClick={() => onText('')}>{t.clear}</Button>}>
          {t.noneHint}
        </StatePage>
      ) : (
        <ul className="rows">
          {found.map((group) => (
            <Row
              key={group.groupId}
              group={group}
              people={people}
              focused={group.groupId === focused}
              onOpen={() => onOpen(group)}
              onRemove={() => void remove(group)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({
  group,
  people,
  focused,
  onOpen,
  onRemove,
}: {
  group: Group;
  people: People;
  focused: boolean;
  onOpen: () => void;
  onRemove: () => void;
}) {
  const t = useTexts(texts);
  const members = membersOf(group, people);
  const names = members.map(nameOf).join(', ');
  return (
    <OpenRow
      name={group.name}
      about={members.length === 0 ? t.members(0) : `${t.members(members.length)}: ${names}`}
      signs={
        <span className="faces">
          {members.slice(0, MAX_FACES).map((person) => (
            <Portrait key={person.id} name={nameOf(person)} picture={person.avatar} userId={person.id} size="s" />
          ))}
        </span>
      }
      focused={focused}
      remove={t.remove(group.name)}
      onOpen={onOpen}
      onRemove={onRemove}
    />
  );
}
