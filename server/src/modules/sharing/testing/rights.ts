import type { sharingCommands, sharingQueries } from '@kontor/contract/sharing';
import { mails } from '../../../testing/rights/given.ts';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { NONE, row, type Row } from '../../../testing/rights/rows.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Operation = NameIn<typeof sharingQueries> | NameIn<typeof sharingCommands>;

const newMail = async (fixture: Fixture) => ({
  aggregateIds: [await fixture.newMail()],
  userIds: [fixture.ids.noAccess],
});
/** A mail that its owner has shared with somebody. */
const newShare = async (fixture: Fixture) => {
  const about = await newMail(fixture);
  await fixture.clients.owner.command('globalization.set', { ...about, message: fixture.word });
  return about;
};

/** Sharing: by who sees an item and may give it out, taken back by who shared and by who has it. */
export const OPERATIONS = {
  'globalization.details': row([NONE, NONE, '200', '200', NONE], mails),
  'globalization.set': row([NONE, NONE, '200', '200', NONE], newMail),
  'globalization.update': row([NONE, NONE, NONE, '200', NONE], async (fixture) => {
    const { aggregateIds } = await newShare(fixture);
    return { aggregateIds };
  }),
  'globalization.remove': row([NONE, '200', NONE, '200', NONE], newShare),
} satisfies Record<Operation, Row>;
