import {
  DEFAULT_COLOURS,
  DEFAULT_SCHEME,
  MAX_SCHEMES,
  readScheme,
  schemeText,
  themeEvents,
  type themeCommands,
  type themeQueries,
} from '@kontor/contract/settings';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { filterUsers } from '../account/index.ts';
import {
  countSchemes,
  deleteScheme,
  findScheme,
  insertScheme,
  readSchemes,
  updateScheme,
  type SchemeRow,
} from './scheme-store.ts';

const mayChange = ({ person }: Pick<CommandContext, 'person'>, { made_by }: SchemeRow): boolean =>
  person.isAdministrator || made_by === person.id;

export const schemeQueryHandlers: QueryHandlers<typeof themeQueries> = {
  async colourSchemes(ctx) {
    const rows = await readSchemes(ctx.db, ctx.instance.id);
    const defaultValue = {
      name: DEFAULT_SCHEME,
      scheme: schemeText(DEFAULT_SCHEME, DEFAULT_COLOURS),
      changeable: false,
    };
    return [
      defaultValue,
      ...rows.map((row) => ({ name: row.name, scheme: row.scheme, changeable: mayChange(ctx, row) })),
    ];
  },
};

export const schemeCommandHandlers: CommandHandlers<typeof themeCommands> = {
  async createColourScheme(ctx, given) {
    const { db, instance, person } = ctx;
    const name = nameOf(given);
    if (name.toLowerCase() === DEFAULT_SCHEME.toLowerCase()) fail('NAME_TAKEN');
    if ((await countSchemes(db, instance.id)) >= MAX_SCHEMES) fail('TOO_MANY_SCHEMES');
    const row = { name, scheme: labelled(name, given.scheme), made_by: person.id };
    if (!(await insertScheme(db, instance.id, row))) fail('NAME_TAKEN');
    await notify(ctx);
    return { name };
  },

  async updateColourScheme(ctx, given) {
    const { name } = await changeable(ctx, nameOf(given));
    await updateScheme(ctx.db, ctx.instance.id, name, labelled(name, given.scheme));
    await notify(ctx);
    return { name };
  },

  async deleteColourScheme(ctx, given) {
    const { name } = await changeable(ctx, nameOf(given));
    await deleteScheme(ctx.db, ctx.instance.id, name);
    await notify(ctx);
    return {};
  },
};

function nameOf({ name }: { readonly name: string }): string {
  const trimmed = name.trim();
  return trimmed === '' ? fail('NAME_REQUIRED', { detail: 'The Theme name field is required' }) : trimmed;
}

/** A scheme is called what it is kept under, whatever its text says. */
function labelled(name: string, scheme: string): string {
  const read = readScheme(scheme);
  return read === undefined ? fail('PARAMETERS_INVALID') : schemeText(name, read.value);
}

/** The scheme, held until the end. Fails with NOT_FOUND, or with RIGHT_MISSING where it is somebody else's. */
async function changeable(ctx: CommandContext, name: string): Promise<SchemeRow> {
  const row = await findScheme(ctx.db, ctx.instance.id, name);
  if (row === undefined) return fail('NOT_FOUND');
  return mayChange(ctx, row) ? row : fail('RIGHT_MISSING');
}

async function notify(ctx: ChangeContext): Promise<void> {
  const users = (await filterUsers(ctx.db, ctx.instance.id)).map(({ userId }) => userId);
  const payload = { keys: ['colourSchemes'], processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(themeEvents.colourSchemesChanged, { users }, payload);
}
