import type { ReplyType } from '@kontor/contract/mail';
import type { Client } from '../../../client/client.ts';
import { href } from '../../../shell/index.ts';

/**
 * What a mail begins with; `draft` and `template` are gone on with, `from` makes a new mail of a template, `attach` takes a file along.
 * `mailto`: a link that asks for it; `senderId`: the sender that it is to be from.
 */
export type Beginning =
  | { readonly kind: 'new'; readonly to?: string; readonly mailto?: string; readonly senderId?: number }
  | { readonly kind: ReplyType; readonly aggregateId: string }
  | { readonly kind: 'draft' | 'template'; readonly id: number; readonly draftKey: string }
  | { readonly kind: 'from'; readonly id: number }
  | { readonly kind: 'attach'; readonly aggregateId: string; readonly storageKey: string };

const NO_ID = '0';

/** Address of a mail that is written. Each has a name of its own from the first moment, so that several stand beside each other. */
export function writeAddress(client: Pick<Client, 'env'>, beginning: Beginning): string {
  const key = 'draftKey' in beginning ? beginning.draftKey : client.env.newId();
  if (beginning.kind === 'new') {
    const { to, mailto, senderId } = beginning;
    const query = new URLSearchParams({
      draft: key,
      ...(mailto === undefined ? {} : { mailto }),
      ...(senderId === undefined ? {} : { sender: String(senderId) }),
    });
    return `${href('mailSendWithReceiver', to === undefined ? {} : { receiverAddressTo: to })}?${query.toString()}`;
  }
  const query = `?draft=${key}`;
  const id = 'id' in beginning ? String(beginning.id) : 'storageKey' in beginning ? beginning.storageKey : '';
  const about = 'aggregateId' in beginning ? beginning.aggregateId : NO_ID;
  return `${href('mailSend', { replyOrForwardType: beginning.kind, replyOrForwardId: about, ...(id === '' ? {} : { draftIdToLoad: id }) })}${query}`;
}
