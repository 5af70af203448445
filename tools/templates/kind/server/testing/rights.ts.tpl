import type { {{name}}Commands, {{name}}Queries } from '@kontor/contract/{{name}}';
import type { House } from '../../../testing/rights/house.ts';
import { MAIL, NO, NONE, row, type Row } from '../../../testing/rights/rows.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Operation = NameIn<typeof {{name}}Queries> | NameIn<typeof {{name}}Commands>;

const made = (house: House) => house.clients.owner.command<{ aggregateId: string }>('{{name}}.create', {});

/** What the owner has written: what nobody else may read. */
const fields = (house: House) => ({ aggregateVersion: 1, title: house.mailWord, content: '', alarm: null });

const written = async (house: House) => {
  const one = await made(house);
  await house.clients.owner.command('{{name}}.save', { ...one, ...fields(house) });
  return one;
};

/** They are theirs who have written them, until they are shared. */
export const OPERATIONS = {
  '{{name}}.items': row([NO, '200', NO, MAIL, '200'], async (house) => {
    await written(house);
    return { view: 'all' };
  }),
  '{{name}}.details': row([NONE, NONE, NONE, MAIL, NONE], written),
  '{{name}}.create': row([NO, '200', NO, '200', '200']),
  '{{name}}.save': row([NONE, NONE, NONE, '200', NONE], async (house) => ({ ...(await made(house)), ...fields(house) })),
} satisfies Record<Operation, Row>;
