import './detail.css';
import type { FilterUser } from '@kontor/contract/account';
import { phonecallCommands } from '@kontor/contract/phonecall';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { PresenceDot } from '../../../shell/people/presence-dot.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { useProblem } from '../use-problem.ts';
import { texts } from './texts.ts';

const MAX_OFFERED = 8;

/** Hands a call to a colleague, who is found by typing. */
export function HandOver({
  aggregateId,
  people,
  onClose,
  onDone = () => undefined,
}: {
  aggregateId: string;
  people: readonly FilterUser[];
  onClose: () => void;
  onDone?: () => void;
}) {
  const t = useTexts(texts);
  const say = useProblem();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const ownId = useValue(useClient().user)?.id;
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const term = typed.trim().toLocaleLowerCase();
  const offered = people
    .filter(({ userId, active }) => userId > 0 && active && userId !== ownId)
    .filter(({ fullName }) => fullName.toLocaleLowerCase().includes(term))
    .slice(0, MAX_OFFERED);
  const give = async ({ userId, fullName }: FilterUser): Promise<void> => {
    setFault(undefined);
    try {
      await sendOnce(phonecallCommands.handOver, { aggregateId, userId });
      notices.show({ text: t.handedOver(fullName) });
      onDone();
      onClose();
    } catch (error) {
      setFault(say(asFailure(error)));
    }
  };
  return (
    <Dialog title={t.handOver} closeLabel={t.close} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = offered;
          if (first !== undefined) void give(first);
        }}
      >
        <TextField
          label={t.to}
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <ul className="call-people">
          {offered.map((one) => (
            <li key={one.userId}>
              <Button onClick={() => void give(one)}>{t.handOverTo(one.fullName)}</Button>
              <PresenceDot userId={one.userId} />
            </li>
          ))}
        </ul>
        <FaultNote text={fault} />
      </form>
    </Dialog>
  );
}
