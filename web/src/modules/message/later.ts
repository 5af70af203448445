// What the manifest loads once the first screen stands, in one file: each further one would have its name in what every page loads.
import type { Client } from '../../client/client.ts';
import { lazily } from '../../ui/lazily.tsx';

export { onItems, ofPeople, ofRecords, begin } from './compose/address.ts';
export { messageList } from './list.tsx';
export { settingsTabs } from './settings-tab.ts';

const loadDetail = () => import('./detail.tsx');
/** What was said last in a message, beside an item that it was about. */
export const LastSaid = lazily(() => import('./last-said.tsx').then((module) => module.LastSaid));
/** A message, whose editor is loaded with it. */
export const MessageScreen = lazily(() => loadDetail().then((module) => module.MessageScreen));

/** Asks for a message that will probably be opened next. */
export const prepareMessage = (client: Client, aggregateId: string): Promise<void> =>
  loadDetail().then((module) => module.prepareMessage(client, aggregateId));
