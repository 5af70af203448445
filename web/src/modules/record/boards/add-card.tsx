import { recordCommands, type BoardAnswer } from '@kontor/contract/record';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Button, IconButton } from '../../../ui/parts.tsx';
import type { Stack } from './board-rules.ts';
import { boardTexts } from './board-texts.ts';

/** Makes new cards in a column, one after the other, with what lies there chosen. What was typed stays until it is there. */
export function AddCard({
  board,
  stack,
  name,
  isShort,
  onAdded,
}: {
  board: BoardAnswer;
  stack: Stack;
  name: string;
  /** Its button is a sign alone. */
  isShort: boolean;
  onAdded: () => void;
}) {
  const t = useTexts(boardTexts);
  const client = useClient();
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const title = (typed ?? '').trim();
    if (title === '' || isBusy || board.newKey === null) return;
    const chosen = [
      [board.column.key, stack.column],
      [board.lane?.key ?? '', stack.lane ?? ''],
    ].filter(([key, value]) => key !== '' && value !== '');
    setBusy(true);
    try {
      await client.sendNow(recordCommands.create, {
        idoInstanceId: board.idoInstanceId,
        jsonPayload: { values: { [board.newKey]: title, ...Object.fromEntries(chosen) } },
      });
      setTyped('');
      setFault('');
      onAdded();
    } catch (error) {
      setFault(asFailure(error).code === 'RECORD_INVALID' ? t.addInvalid : t.addFailed);
    } finally {
      setBusy(false);
    }
  };
  if (typed === undefined)
    return isShort ? (
      <IconButton icon="plus" label={t.addCardTo(name)} onClick={() => setTyped('')} />
    ) : (
      <Button kind="plain" icon="plus" aria-label={t.addCardTo(name)} onClick={() => setTyped('')}>
        {t.addCard}
      </Button>
    );
  return (
    <form className="board-add" onSubmit={(event) => void add(event)}>
      <input
        className="input"
        aria-label={t.newCard}
        placeholder={t.newCard}
        value={typed}
        maxLength={500}
        autoFocus
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(undefined);
        }}
        onBlur={() => {
          if (typed.trim() === '') setTyped(undefined);
        }}
      />
      {fault === '' ? null : (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
