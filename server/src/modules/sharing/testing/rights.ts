import type { sharingCommands, sharingQueries } from '@kontor/contract/sharing';
import { mails } from '../../../testing/rights/given.ts';
import type { House } from '../../../testing/rights/house.ts';
import { NONE, row, type Row } from '../../../testing/rights/rows.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Operation = NameIn<typeof sharingQueries> | NameIn<typeof sharingCommands>;

const newMail = async (house: House) => ({ aggregateIds: [await house.newMail()], userIds: [house.ids.noAccess] });
/** A mail that its owner has shared with somebody. */
const newShare = async (house: House) => {
  const about = await newMail(house);
  await house.clients.owner.command('globalization.set', { ...about, message: house.word });
  return about;
};

/** Sharing: by who sees an item and may give it out, taken back by who shared and by who has it. */
export const OPERATIONS = {
  'globalization.details': row([NONE, NONE, '200', '200', NONE], mails),
  'globalization.set': row([NONE, NONE, '200', '200', NONE], newMail),
  'globalization.update': row([NONE, NONE, NONE, '200', NONE], async (house) => {
    const { aggregateIds } = await newShare(house);
    return { aggregateIds };
  }),
  'globalization.remove': row([NONE, '200', NONE, '200', NONE], newShare),
} satisfies Record<Operation, Row>;
