import type { ReplyType } from '@kontor/contract/mail';
import { useClient, useValue } from '../../../client/react.tsx';
import { useShell } from '../../../shell/index.ts';
import { writeAddress } from './address.ts';

export type Answering = Readonly<Record<ReplyType, () => void>>;

/** How a mail is answered and sent on; undefined where the person may not. The mail itself stays open. */
export function useAnswering(aggregateId: string): Answering | undefined {
  const client = useClient();
  const { tabs } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  if (!mayWrite) return undefined;
  const open = (kind: ReplyType) => (): void => tabs.open(writeAddress(client, { kind, aggregateId }), 'beside');
  return {
    reply: open('reply'),
    replyAll: open('replyAll'),
    forward: open('forward'),
    forwardAsAttachment: open('forwardAsAttachment'),
    editAsNew: open('editAsNew'),
  };
}
