import './beneath.css';
import { useEffect, useMemo } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useShell } from '../../../shell/index.ts';
import { endAnswer, noteShown, putAnswerAway, showAnswer, type AnswerBeneath as Answer } from './answers.ts';
import { openWriting, type Frame } from './frame.ts';
import { Begun } from './screen.tsx';
import { keepWriting } from './sending.ts';
import type { Writing } from './state.ts';

interface Props {
  /** Key of the mail that was opened, and the address that it is at. */
  readonly opened: string;
  readonly address: string;
  readonly answer: Answer;
  /** The answer is sent, and what it answers done or put off. */
  readonly onDealtWith: () => void;
}

/** An answer that is written beneath the mail that it answers. */
export function AnswerBeneath({ opened, address, answer, onDealtWith }: Props) {
  const client = useClient();
  const shell = useShell();
  const { kind, aggregateId, draftKey, turn, isNew } = answer;
  useEffect(() => {
    if (isNew) noteShown(client, opened);
  }, [client, opened, isNew]);
  const frame = useMemo((): Frame => {
    const of = { kind, aggregateId };
    const reopen = async (writing: Writing): Promise<void> => {
      await keepWriting(client, writing);
      showAnswer(client, opened, { ...of, draftKey: writing.draftKey });
      shell.tabs.open(address, 'keep');
    };
    return {
      isBeneath: true,
      leave: (keeps) => (keeps ? putAnswerAway(client, opened) : endAnswer(client, opened)),
      finish: (isDealtWith) => {
        endAnswer(client, opened);
        if (isDealtWith) onDealtWith();
      },
      reopen: (writing) => void reopen(writing),
      toTab: (writing) => void openWriting(client, shell, writing),
      rename: (key) => showAnswer(client, opened, { ...of, draftKey: key }),
    };
  }, [client, shell, opened, address, kind, aggregateId, onDealtWith]);
  return (
    <div className="beneath">
      <Begun
        key={draftKey}
        draftKey={draftKey}
        params={{ replyOrForwardType: kind, replyOrForwardId: aggregateId }}
        frame={frame}
        turn={turn}
        mayBegin={isNew}
      />
    </div>
  );
}
