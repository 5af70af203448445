import type { OwnerKind, phonecallCommands, phonecallQueries } from '@kontor/contract/phonecall';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { readNumber, shownNumber } from '../../../platform/phone/said.ts';
import { phoneCountryIn, requireRight } from '../../account/index.ts';
import { namesOfMembers } from '../../record/index.ts';
import { requireCalls } from '../access.ts';
import { tellNumbers } from '../book/writing.ts';
import { resolveNumbers, unknownNaming } from './index.ts';
import { isSaidName } from './said-store.ts';
import { activeNames, putClaim, readEntryNames, setBlocked, takeClaim } from './store.ts';

export const namingQueryHandlers: Pick<QueryHandlers<typeof phonecallQueries>, 'whoIs'> = {
  async whoIs(ctx, { number: typed }) {
    requireCalls(ctx);
    const read = readNumber(typed, phoneCountryIn(ctx.instance.settings));
    if (read === undefined || read.number === null) return unknownNaming(read?.text ?? '');
    const known = await resolveNumbers(ctx, [read.number], new Map([[read.number, read.text]]));
    return known.get(read.number) ?? unknownNaming(read.text);
  },
};

/** A number that is reached from everywhere: of others nobody can be known. Throws PHONE_NUMBER_INVALID. */
const wholeNumber = (ctx: CommandContext, typed: string): number =>
  readNumber(typed, phoneCountryIn(ctx.instance.settings))?.number ?? fail('PHONE_NUMBER_INVALID');

/** Throws NOT_FOUND for an owner that is not there; RIGHT_MISSING where it is a record, or of one, and the person sees none. */
async function requireOwner(ctx: CommandContext, number: number, kind: OwnerKind, id: number): Promise<void> {
  const { db, instance } = ctx;
  // A name that a caller brought is of the number that it was brought with.
  if (kind === 'caller') {
    if (!(await isSaidName(db, instance.id, number, id))) fail('NOT_FOUND');
    return;
  }
  if (kind === 'record' || kind === 'person') {
    requireRight(ctx, 'idoList');
    const { records, persons } = await namesOfMembers(
      ctx,
      kind === 'record' ? [id] : [],
      kind === 'person' ? [id] : [],
    );
    if (!(kind === 'record' ? records : persons).has(id)) fail('NOT_FOUND');
    return;
  }
  const known =
    kind === 'user' ? await activeNames(db, instance.id, [id]) : await readEntryNames(db, instance.id, [id]);
  if (!known.has(id)) fail('NOT_FOUND');
}

export const namingCommandHandlers: Pick<
  CommandHandlers<typeof phonecallCommands>,
  'claim' | 'revokeClaim' | 'block'
> = {
  async claim(ctx, { number: typed, ownerKind, ownerId, isRight }) {
    requireCalls(ctx);
    const number = wholeNumber(ctx, typed);
    await requireOwner(ctx, number, ownerKind, ownerId);
    const about = {
      number,
      ownerKind,
      ownerId,
      source: 'hand' as const,
      isRight,
      userId: ctx.person.id,
      numberText: typed.trim(),
    };
    const claimId = await putClaim(ctx.db, ctx.instance.id, { ...about, at: new Date(ctx.now()) });
    await tellNumbers(ctx, [number]);
    return { claimId };
  },

  async revokeClaim(ctx, { claimId }) {
    requireCalls(ctx);
    const seesRecords = ctx.person.rights.idoList;
    const revoked = await takeClaim(ctx.db, ctx.instance.id, claimId, new Date(ctx.now()), seesRecords);
    if (revoked === undefined) return fail('NOT_FOUND');
    await tellNumbers(ctx, [revoked]);
    return {};
  },

  async block(ctx, { number: typed, isBlocked }) {
    requireCalls(ctx);
    const number = wholeNumber(ctx, typed);
    const { db, instance, person } = ctx;
    await setBlocked(
      db,
      instance.id,
      number,
      isBlocked ? { userId: person.id, at: new Date(ctx.now()), text: typed.trim() } : undefined,
    );
    ctx.audit({
      kind: 'phone.changed',
      subject: shownNumber(number),
      details: { blocked: isBlocked ? 'true' : 'false' },
    });
    await tellNumbers(ctx, []);
    return {};
  },
};
