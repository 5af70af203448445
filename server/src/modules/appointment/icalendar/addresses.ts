import type { ChangeContext } from '../../../platform/operation/context.ts';
import { calendarPeopleAddresses } from '../store/calendars.ts';

/** How people of the instance are named in calendars: by their address, or by one that leads nowhere where they have none. */
export type Addresses = ReadonlyMap<number, { readonly name: string; readonly address: string }>;

const NOWHERE = /^user-(\d{1,9})@kontor\.invalid$/i;

const toAddresses = (rows: Awaited<ReturnType<typeof calendarPeopleAddresses>>): Addresses =>
  new Map(rows.map(({ user_id: id, name, email }) => [id, { name, address: email ?? `user-${id}@kontor.invalid` }]));

export const addressesOf = async (
  { db, instance }: Pick<ChangeContext, 'db' | 'instance'>,
  userIds: readonly number[],
): Promise<Addresses> => toAddresses(await calendarPeopleAddresses(db, instance.id, [...new Set(userIds)]));

/** Those of all people of the instance. */
export const addressesOfAll = async ({ db, instance }: Pick<ChangeContext, 'db' | 'instance'>): Promise<Addresses> =>
  toAddresses(await calendarPeopleAddresses(db, instance.id));

/** The person of the instance that an address is of; undefined for somebody outside. */
export const userOfAddress = (address: string, addresses: Addresses): number | undefined => {
  const nowhere = NOWHERE.exec(address)?.[1];
  if (nowhere !== undefined) return Number(nowhere);
  return [...addresses].find(([, one]) => one.address.toLowerCase() === address.toLowerCase())?.[0];
};
