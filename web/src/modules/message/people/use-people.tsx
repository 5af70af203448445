import { listKey } from '@kontor/contract/activity';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { messageCommands, messageKey, type MessageDetail } from '@kontor/contract/message';
import { useState, type ReactNode } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { useTexts } from '../../../shell/index.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { AddPeople } from './add-people.tsx';
import { isWithin } from './rules.ts';
import { peopleTexts } from './texts.ts';

/** What is done with the people of an open message. `details`: undefined until they are known. */
export interface PeopleActs {
  /** Asks whom to add; left out where the person cannot. */
  readonly onAdd: (() => void) | undefined;
  /** What leaves it, in the menu of the item. */
  readonly items: readonly MenuItem[];
  readonly dialogs: ReactNode;
}

/** `isFixed`: nothing of the message is to be changed. */
export function usePeople(details: MessageDetail | undefined, isFixed: boolean): PeopleActs {
  const t = useTexts(peopleTexts);
  const mayBegin = useValue(useClient().configuration)?.rights.createMessage === true;
  const [dialog, setDialog] = useState<'add' | 'leave'>();
  const close = (): void => setDialog(undefined);
  if (details === undefined || !isWithin(details)) return { onAdd: undefined, items: [], dialogs: null };
  return {
    onAdd: mayBegin && !isFixed ? () => setDialog('add') : undefined,
    items: [{ key: 'leave', label: t.leave, icon: 'sign-out', onSelect: () => setDialog('leave') }],
    dialogs:
      dialog === 'add' ? (
        <AddPeople details={details} onClose={close} />
      ) : dialog === 'leave' ? (
        <Leave aggregateId={details.aggregateId} onClose={close} />
      ) : null,
  };
}

/** Asks whether the person is to leave an open message. */
function Leave({ aggregateId, onClose }: { aggregateId: string; onClose: () => void }) {
  const t = useTexts(peopleTexts);
  const client = useClient();
  const faults: Readonly<Record<string, string>> = t.leaveFaults;
  const leave = async (): Promise<void> => {
    await client.sendNow(messageCommands.leave, { aggregateId });
    const id = parseAggregateId(aggregateId);
    if (id !== undefined) client.ask.touch([messageKey(id), itemKey(id), listKey('message'), listKey()]);
    onClose();
  };
  return (
    <Confirm
      title={t.leaveTitle}
      action={t.leaveAct}
      danger
      run={leave}
      say={({ code }) => faults[code] ?? t.leaveFailed}
      onClose={onClose}
    >
      <p>{t.leaveHint}</p>
    </Confirm>
  );
}
