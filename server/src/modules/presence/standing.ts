import { SOURCED_STATES } from '@kontor/contract/presence';
import type { InstanceContext } from '../../platform/operation/context.ts';
import { timeZoneOf } from '../account/index.ts';
import { mayHideIn } from './access.ts';
import type { PresenceParts, SourceState, StateSource } from './parts.ts';
import {
  activeMoment,
  positionStage,
  scheduleReader,
  shownOf,
  type FollowingState,
  type PossibleState,
  type Shown,
} from './rules.ts';
import { nextEdge } from './schedule.ts';
import { readPersons, type PersonRow } from './store/people.ts';
import { readStates, type StateRow } from './store/states.ts';

type Where = Pick<InstanceContext, 'db' | 'instance' | 'now'>;

/** The sign of the place where somebody is. */
interface PositionSign {
  readonly icon: string;
  readonly colour: string;
}

/** Somebody with what shows of them. */
export interface Standing {
  readonly row: PersonRow;
  readonly shown: Shown;
  /** The state that shows; null for none. */
  readonly state: StateRow | null;
  readonly sign: PositionSign | null;
  /** When they were last active, to the minute; null for who is there, or hidden, or was not for long. */
  readonly activeAt: number | null;
  /** Whether they are hidden and may be. */
  readonly isHidden: boolean;
}

const sourcedRow = (name: StateSource['name']): StateRow => {
  const { id, type, textDe, textEn, iconCls, hexCode, counts, isBusy } = SOURCED_STATES[name];
  return {
    state_id: id,
    type,
    text_de: textDe,
    text_en: textEn,
    icon: iconCls,
    colour: hexCode,
    counts,
    is_busy: isBusy,
  };
};

const possible = (row: StateRow, until: number | null): PossibleState => ({
  stateId: row.state_id,
  counts: row.counts,
  isBusy: row.is_busy,
  until,
});

const followingState = (source: StateSource, state: SourceState): FollowingState => ({
  ...possible(sourcedRow(source.name), state.until),
  rank: source.rank,
  begunAt: state.begunAt,
  yieldsToChoice: source.yieldsToChoice,
  substituteId: state.substituteId ?? null,
});

/**
 * Returns how everybody of an instance stands who may sign in, or some people, in the order of their names. `askerId`: who asks is at a device, also
 * where that has not been heard of yet.
 */
export async function readStandings(
  ctx: Where,
  { devices, sources }: PresenceParts,
  { userIds = null, askerId }: { readonly userIds?: readonly number[] | null; readonly askerId?: number } = {},
): Promise<readonly Standing[]> {
  const { db, instance } = ctx;
  const at = ctx.now();
  const rows = await readPersons(db, instance.id, userIds);
  const ids = rows.map((row) => row.user_id);
  const states = new Map((await readStates(db, instance.id)).map((state) => [state.state_id, state]));
  for (const { name } of sources) states.set(SOURCED_STATES[name].id, sourcedRow(name));
  const followed: { source: StateSource; found: ReadonlyMap<number, SourceState> }[] = [];
  for (const source of sources) followed.push({ source, found: await source.statesOf(ctx, ids, at) });
  const mayHide = rows.some(({ hidden }) => hidden) && (await mayHideIn(db, instance.id));
  const present = devices.present(instance.id);
  const read = scheduleReader(timeZoneOf(instance), at);

  const positionOf = (row: PersonRow) => {
    const state = states.get(row.place_state_id ?? 0);
    if (row.automatic_id === null || row.automatic_at === null || state === undefined) return null;
    const stage = positionStage(read(row.place_schedule ?? ''), row.automatic_at.getTime(), at);
    return stage === 'shows' ? { ...possible(state, null), automaticId: row.automatic_id } : null;
  };
  return rows.map((row) => {
    const isHidden = row.hidden && mayHide;
    const chosen = states.get(row.state_id ?? 0);
    const position = positionOf(row);
    const shown = shownOf(
      {
        isHidden,
        choice: chosen === undefined ? null : possible(chosen, row.until?.getTime() ?? null),
        chosenAt: row.chosen_at?.getTime() ?? null,
        position,
        following: followed.flatMap(({ source, found }) => {
          const state = found.get(row.user_id);
          return state === undefined ? [] : [followingState(source, state)];
        }),
        isAtDevice: row.user_id === askerId || present.has(row.user_id),
      },
      at,
    );
    const ofPosition = states.get(shown.automaticId === null ? 0 : (row.place_state_id ?? 0));
    const isAway = shown.presence === 'absent' && !isHidden;
    return {
      row,
      shown,
      state: states.get(shown.stateId ?? 0) ?? null,
      sign: ofPosition === undefined ? null : { icon: row.place_icon ?? '', colour: ofPosition.colour },
      activeAt: isAway ? activeMoment(present.get(row.user_id)?.activeAt ?? row.used_at?.getTime() ?? null, at) : null,
      isHidden,
    };
  });
}

/** The next moment at which something else may show of people without anybody doing anything; undefined where none is known. */
export async function nextMoment(
  ctx: Where,
  { sources }: PresenceParts,
  standings: readonly Standing[],
): Promise<number | undefined> {
  const at = ctx.now();
  const read = scheduleReader(timeZoneOf(ctx.instance), at);
  const moments = standings.flatMap(({ row, shown }) => [shown.until, row.until?.getTime() ?? null]);
  for (const schedule of new Set(standings.map(({ row }) => row.place_schedule))) {
    const windows = schedule === null ? undefined : read(schedule);
    if (windows !== undefined) moments.push(nextEdge(windows, at) ?? null);
  }
  for (const source of sources) moments.push(await source.nextChange(ctx, at));
  const coming = moments.filter((moment) => moment !== null && moment > at);
  return coming.length === 0 ? undefined : Math.min(...(coming as number[]));
}
