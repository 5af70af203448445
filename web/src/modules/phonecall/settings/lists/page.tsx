import { administrationQueries } from '@kontor/contract/account';
import { phonecallCommands, phonecallQueries, type CallList } from '@kontor/contract/phonecall';
import { useMemo, useState } from 'react';
import { useAsk } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { bothOf } from '../../../../shell/failures/both-of.ts';
import { EditedList, type EditedRows } from '../../../../shell/forms/edited-list.tsx';
import { OpenRow } from '../../../../shell/forms/open-row.tsx';
import { RemoveRow } from '../../../../shell/forms/remove-row.tsx';
import { useOpened } from '../../../../shell/forms/use-opened.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { useProblem } from '../../use-problem.ts';
import { ListForm } from './form.tsx';
import { listTexts } from './texts.ts';

/** The places that calls lie in, for administrators. */
export function ListsPage() {
  const t = useTexts(listTexts);
  const answer = useAsk(phonecallQueries.listSettings, {});
  const everybody = useAsk(administrationQueries.people, {});
  const people = useMemo(() => new Map((everybody.data ?? []).map((one) => [one.id, one])), [everybody.data]);
  const opened = useOpened<CallList>(({ listId }) => listId);
  return (
    <EditedList
      t={t}
      icon="phone"
      answer={bothOf(answer, everybody)}
      rowsOf={([lists]) => lists}
      opened={opened}
      form={({ one, onSaved }) => <ListForm list={one} people={people} onSaved={onSaved} onClose={opened.close} />}
    >
      {(lists, rows) => <List lists={lists} {...rows} />}
    </EditedList>
  );
}

function List({ lists, focused, onOpen, onRemoved, onChanged }: EditedRows<CallList> & { lists: readonly CallList[] }) {
  const t = useTexts(listTexts);
  const sendOnce = useSendOnce();
  const say = useProblem();
  const { notices } = useShell();
  const [removed, setRemoved] = useState<CallList>();
  const remove = (list: CallList): void => {
    if (list.calls > 0) notices.show({ text: t.notEmpty(list.name, list.calls), tone: 'fault' });
    else setRemoved(list);
  };
  const about = ({ calls, members }: CallList): string => {
    const names = members.map(({ fullName }) => fullName).join(', ');
    return `${t.calls(calls)} · ${t.people(members.length)}${names === '' ? '' : `: ${names}`}`;
  };
  return (
    <>
      <ul className="rows" aria-label={t.title}>
        {lists.map((list) => (
          <OpenRow
            key={list.listId}
            name={list.name}
            about={about(list)}
            focused={list.listId === focused}
            remove={t.remove(list.name)}
            onOpen={() => onOpen(list)}
            onRemove={() => remove(list)}
          />
        ))}
      </ul>
      {removed === undefined ? null : (
        <RemoveRow
          title={t.sure(removed.name)}
          action={t.delete}
          rows={{ onChanged, onRemoved }}
          run={() => sendOnce(phonecallCommands.deleteList, { listId: removed.listId })}
          done={t.removed(removed.name)}
          say={say}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.sureHint}</p>
        </RemoveRow>
      )}
    </>
  );
}
