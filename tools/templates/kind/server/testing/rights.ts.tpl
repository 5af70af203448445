import type { {{name}}Commands, {{name}}Queries } from '@kontor/contract/{{name}}';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { MAIL, NO, NONE, row, type Row } from '../../../testing/rights/rows.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Operation = NameIn<typeof {{name}}Queries> | NameIn<typeof {{name}}Commands>;

const made = (fixture: Fixture) => fixture.clients.owner.command<{ aggregateId: string }>('{{name}}.create', {});

/** What the owner has written: what nobody else may read. */
const fields = (fixture: Fixture) => ({ aggregateVersion: 1, title: fixture.mailWord, content: '', alarm: null });

const written = async (fixture: Fixture) => {
  const one = await made(fixture);
  await fixture.clients.owner.command('{{name}}.save', { ...one, ...fields(fixture) });
  return one;
};

/** They are theirs who have written them, until they are shared. */
export const OPERATIONS = {
  '{{name}}.items': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await written(fixture);
    return { view: 'all' };
  }),
  '{{name}}.details': row([NONE, NONE, NONE, MAIL, NONE], written),
  '{{name}}.create': row([NO, '200', NO, '200', '200']),
  '{{name}}.save': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({ ...(await made(fixture)), ...fields(fixture) })),
} satisfies Record<Operation, Row>;
