import { MAX_STATES, type presenceCommands } from '@kontor/contract/presence';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireAdministrator } from '../account/index.ts';
import type { PresenceParts } from './parts.ts';
import { dropState, peopleWithState } from './store/people.ts';
import { isStateOfPlace, lockStates, putState, readStates, removeState, sortStates } from './store/states.ts';
import { tellOwn, tellPresence, tellStates } from './telling.ts';

type Definitions = Pick<typeof presenceCommands, 'saveState' | 'removeState' | 'orderStates'>;

const takeStates = async (ctx: CommandContext) => {
  requireAdministrator(ctx);
  await lockStates(ctx);
  return readStates(ctx.db, ctx.instance.id);
};

export const definitionHandlers = (parts: PresenceParts): CommandHandlers<Definitions> => ({
  async saveState(ctx, { stateId, ...given }) {
    const states = await takeStates(ctx);
    const known = states.find((state) => state.state_id === stateId);
    if (stateId !== undefined && known === undefined) return fail('STATE_GONE');
    if (known === undefined && states.length >= MAX_STATES) return fail('TOO_MANY_STATES');
    if ((known?.type === 'personal') !== (given.type === 'personal')) return fail('STATE_TYPE');
    const isLastAvailable =
      known?.type === 'available' && states.filter(({ type }) => type === 'available').length === 1;
    if (isLastAvailable && given.type !== 'available') return fail('STATE_TYPE');
    const saved = await putState(ctx, {
      state_id: stateId,
      type: given.type,
      text_de: given.textDe,
      text_en: given.textEn,
      icon: given.iconCls,
      colour: given.hexCode,
      counts: given.counts,
      is_busy: given.isBusy,
    });
    tellStates(ctx);
    if (known !== undefined) await tellPresence(ctx, parts, await peopleWithState(ctx, saved));
    return { stateId: saved };
  },

  async removeState(ctx, { stateId }) {
    const states = await takeStates(ctx);
    const known = states.find((state) => state.state_id === stateId) ?? fail('STATE_GONE');
    const isNeeded =
      known.type === 'personal' ||
      (known.type === 'available' && states.filter(({ type }) => type === 'available').length === 1);
    if (isNeeded) return fail('STATE_TYPE');
    if (await isStateOfPlace(ctx, stateId)) return fail('STATE_OF_PLACE');
    await removeState(ctx, stateId);
    const had = await dropState(ctx, stateId);
    tellStates(ctx);
    tellOwn(ctx, had);
    await tellPresence(ctx, parts, had);
    return {};
  },

  async orderStates(ctx, { stateIds }) {
    const known = (await takeStates(ctx)).map((state) => state.state_id);
    if (stateIds.some((id) => !known.includes(id))) return fail('STATE_GONE');
    await sortStates(ctx, [...new Set([...stateIds, ...known])]);
    tellStates(ctx);
    return {};
  },
});
