import { STATES } from '@kontor/contract/activity';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { readNumber } from '../../platform/phone/said.ts';
import { insertBox, phoneCountryIn } from '../account/index.ts';
import { insertEntries } from './book/store.ts';
import { toEntry } from './book/writing.ts';
import { writeList } from './store/lists.ts';

/** Makes a list of calls, for who fills an instance. Returns its id. */
export async function enterCallList(
  { db, instance }: ChangeContext,
  list: {
    readonly name: string;
    readonly memberIds: readonly number[];
    readonly showsNumber: boolean;
    /** What an answered call is for who took it. */
    readonly answered: 'seen' | 'ready';
  },
): Promise<number> {
  const { name, memberIds } = list;
  const listId = await insertBox(db, instance.id, { module: 'phonecall', name, sharedState: false, memberIds });
  await writeList(db, instance.id, listId, {
    shows_number: list.showsNumber,
    may_print: true,
    answered_status: STATES[list.answered],
    keeps_days: null,
  });
  return listId;
}

/** Writes names and numbers into the phone book, with companies; what is no number is left out. */
export async function enterNames(
  ctx: ChangeContext,
  names: readonly (readonly [name: string, number: string, company?: string])[],
): Promise<void> {
  const country = phoneCountryIn(ctx.instance.settings);
  const entries = names.flatMap(([name, typed, company = '']) => {
    const number = readNumber(typed, country);
    return number === undefined ? [] : toEntry({ ...number, name, company });
  });
  await insertEntries(ctx.db, ctx.instance.id, entries, { source: 'hand', userId: null, at: new Date(ctx.now()) });
}
