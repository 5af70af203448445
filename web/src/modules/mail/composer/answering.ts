import type { ReplyType } from '@kontor/contract/mail';
import { useClient, useValue } from '../../../client/react.tsx';
import { useMedia, useSettings, useShell } from '../../../shell/index.ts';
import { writeAddress } from './address.ts';
import { answersOf, beginAnswer, type AnswerBeneath } from './answers.ts';

/** How a mail is answered and sent on. */
export type Answering = Readonly<Record<ReplyType, () => void>>;

/** Whether answers are written beneath what they answer: on a phone there is no room for that. */
function useIsBeneath(): boolean {
  const { mailAnswers } = useSettings();
  return useMedia('(min-width: 601px)') && mailAnswers === 'beneath';
}

/** The answer that is written beneath the mail of that key, or was put away; undefined where there is none. */
export function useAnswerBeneath(opened: string): AnswerBeneath | undefined {
  const answer = useValue(answersOf(useClient()))[opened];
  return useIsBeneath() ? answer : undefined;
}

/** How a mail is answered, while that of the key `opened` is read; undefined where the person may not. The mail itself stays open. */
export function useAnswering(opened: string, aggregateId: string): Answering | undefined {
  const client = useClient();
  const { tabs } = useShell();
  const isBeneath = useIsBeneath();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  if (!mayWrite) return undefined;
  const inTab = (kind: ReplyType) => (): void => tabs.open(writeAddress(client, { kind, aggregateId }), 'beside');
  const open = (kind: ReplyType) => (): void => {
    if (!isBeneath || !beginAnswer(client, opened, { kind, aggregateId })) inTab(kind)();
  };
  return {
    reply: open('reply'),
    replyAll: open('replyAll'),
    forward: open('forward'),
    forwardAsAttachment: open('forwardAsAttachment'),
    editAsNew: inTab('editAsNew'),
  };
}
