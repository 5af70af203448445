// What the manifest loads once the first screen stands, in one file: each further one would have its name in what every page loads.
import type { Client } from '../../client/client.ts';
import { lazily } from '../../ui/lazily.tsx';
import { newCallHref } from './addresses.ts';

export { ofRecords } from './of-record.ts';
export { callList } from './list/list.tsx';
export { phoneCommands } from './palette.ts';
export { settingsTabs } from './settings/settings-tabs.ts';
export { CallHost } from './host.tsx';

const loadDetail = () => import('./detail/detail.tsx');
/** A call, or one that is noted by hand. */
export const CallScreen = lazily(() => loadDetail().then((module) => module.CallScreen));
export const DialScreen = lazily(() => import('./dialling/screen.tsx').then((module) => module.DialScreen));
export const BookScreen = lazily(() => import('./book/screen.tsx').then((module) => module.BookScreen));

/** Asks for a call that will probably be opened next. */
export const prepareCall = (client: Client, aggregateId: string): Promise<void> =>
  loadDetail().then((module) => module.prepareCall(client, aggregateId));

/** Opens a call to be noted by hand. Nothing is made before it is saved. */
export const begin = ({ env }: Client, open: (address: string) => void): void => open(newCallHref(env.newId()));
