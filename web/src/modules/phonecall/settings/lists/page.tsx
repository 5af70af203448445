import { administrationQueries } from '@kontor/contract/account';
import { phonecallCommands, phonecallQueries, type CallList } from '@kontor/contract/phonecall';
import { useMemo, useState } from 'react';
import { useAsk } from '../../../../client/react.tsx';
import { Failed, useShell, useTexts } from '../../../../shell/index.ts';
import { Confirm } from '../../../../shell/forms/confirm.tsx';
import { useOpened } from '../../../../shell/forms/use-opened.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { Section } from '../../../../ui/section.tsx';
import { Button, IconButton, SkeletonBlock, StatePage } from '../../../../ui/parts.tsx';
import { useProblem } from '../../use-problem.ts';
import { ListForm } from './form.tsx';
import { listTexts } from './texts.ts';

/** The places that calls lie in, for administrators. */
export function ListsPage() {
  const t = useTexts(listTexts);
  const { notices } = useShell();
  const answer = useAsk(phonecallQueries.listSettings, {});
  const everybody = useAsk(administrationQueries.people, {});
  const people = useMemo(() => new Map((everybody.data ?? []).map((one) => [one.id, one])), [everybody.data]);
  const opened = useOpened<CallList>(({ listId }) => listId);
  const { addButton } = opened;
  const [removed, setRemoved] = useState<CallList>();
  const lists = everybody.data === undefined ? undefined : answer.data;
  const failure = answer.failure ?? everybody.failure;
  if (opened.isOpen)
    return (
      <ListForm
        list={opened.one}
        people={people}
        onSaved={(listId) => {
          opened.saved(listId);
          answer.retry();
        }}
        onClose={opened.close}
      />
    );
  const remove = (list: CallList): void => {
    if (list.calls > 0) notices.show({ text: t.notEmpty(list.name, list.calls), tone: 'fault' });
    else setRemoved(list);
  };
  return (
    <Section
      intro={t.intro}
      action={
        <Button ref={addButton} kind="primary" icon="plus" disabled={lists === undefined} onClick={opened.begin}>
          {t.add}
        </Button>
      }
    >
      {lists === undefined ? (
        failure === undefined ? (
          <SkeletonBlock width="100%" height={64} />
        ) : (
          <Failed
            failure={failure}
            title={t.failed}
            onRetry={() => {
              answer.retry();
              everybody.retry();
            }}
          />
        )
      ) : lists.length === 0 ? (
        <StatePage icon="phone" title={t.empty}>
          {t.emptyHint}
        </StatePage>
      ) : (
        <ul className="rows">
          {lists.map((list) => (
            <li key={list.listId}>
              <span className="what">
                <strong>{list.name}</strong>
                <span className="quiet">
                  {t.calls(list.calls)} · {t.people(list.members.length)}
                  {list.members.length === 0 ? '' : `: ${list.members.map(({ fullName }) => fullName).join(', ')}`}
                </span>
              </span>
              <span className="ends">
                <Button
                  autoFocus={list.listId === opened.focused}
                  aria-label={`${t.edit}: ${list.name}`}
                  onClick={() => opened.open(list)}
                >
                  {t.edit}
                </Button>
                <IconButton icon="trash" label={t.remove(list.name)} onClick={() => remove(list)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {removed === undefined ? null : (
        <Removing
          list={removed}
          onRemoved={() => {
            setRemoved(undefined);
            answer.retry();
            opened.removed();
            notices.show({ text: t.removed(removed.name) });
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Section>
  );
}

function Removing({ list, onRemoved, onClose }: { list: CallList; onRemoved: () => void; onClose: () => void }) {
  const t = useTexts(listTexts);
  const sendOnce = useSendOnce();
  const say = useProblem();
  return (
    <Confirm
      title={t.sure(list.name)}
      action={t.delete}
      danger
      run={async () => {
        await sendOnce(phonecallCommands.deleteList, { listId: list.listId });
        onRemoved();
      }}
      say={say}
      onClose={onClose}
    >
      <p>{t.sureHint}</p>
    </Confirm>
  );
}
