import { SOURCED_STATES } from '@kontor/contract/presence';
import type { InstanceContext } from '../../platform/operation/context.ts';
import { timeZoneOf } from '../account/index.ts';
import { mayHideIn } from './access.ts';
import type { PresenceParts, SourceState, StateSource } from './parts.ts';
import {
  activeMoment,
  positionEnds,
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

/** What the database and the sources know of people at a moment. */
export interface PeopleFacts {
  /** Those who may sign in, in the order of their names. */
  readonly rows: readonly PersonRow[];
  readonly states: ReadonlyMap<number, StateRow>;
  /** What each source knows, by people. */
  readonly followed: readonly { readonly source: StateSource; readonly found: ReadonlyMap<number, SourceState> }[];
  /** Whether people may hide. */
  readonly mayHide: boolean;
}

/** Reads what is known of everybody of an instance who may sign in, or of some people, at `at`. */
export async function readFacts(
  ctx: Pick<Where, 'db' | 'instance'>,
  { sources }: Pick<PresenceParts, 'sources'>,
  { userIds = null, at }: { readonly userIds?: readonly number[] | null; readonly at: number },
): Promise<PeopleFacts> {
  const { db, instance } = ctx;
  const rows = await readPersons(db, instance.id, userIds);
  const ids = rows.map((row) => row.user_id);
  const states = new Map((await readStates(db, instance.id)).map((state) => [state.state_id, state]));
  for (const { name } of sources) states.set(SOURCED_STATES[name].id, sourcedRow(name));
  const followed: { source: StateSource; found: ReadonlyMap<number, SourceState> }[] = [];
  for (const source of sources) followed.push({ source, found: await source.statesOf(ctx, ids, at) });
  const mayHide = rows.some(({ hidden }) => hidden) && (await mayHideIn(db, instance.id));
  return { rows, states, followed, mayHide };
}

/** At which moment people stand somehow. */
export interface StandingMoment {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The IANA zone of the instance. */
  readonly zone: string;
  /** Those who are there by a device. */
  readonly present: ReadonlyMap<number, { readonly activeAt: number }>;
  /** Who asks is at a device, also where that has not been heard of yet. */
  readonly askerId?: number | undefined;
}

/** Returns how people stand at a moment, in the order of the facts. */
export function standingsOf(
  { rows, states, followed, mayHide }: PeopleFacts,
  { at, zone, present, askerId }: StandingMoment,
): readonly Standing[] {
  const read = scheduleReader(zone, at);
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

/**
 * Returns how everybody of an instance stands who may sign in, or some people, in the order of their names. `askerId`: who asks is at a device, also
 * where that has not been heard of yet.
 */
export async function readStandings(
  ctx: Where,
  parts: PresenceParts,
  { userIds = null, askerId }: { readonly userIds?: readonly number[] | null; readonly askerId?: number } = {},
): Promise<readonly Standing[]> {
  const at = ctx.now();
  const facts = await readFacts(ctx, parts, { userIds, at });
  const present = parts.devices.present(ctx.instance.id);
  return standingsOf(facts, { at, zone: timeZoneOf(ctx.instance), present, askerId });
}

/** The next moment at which something else may show of people without anybody doing anything; undefined where none is known. */
export async function nextMoment(
  ctx: Where,
  { sources }: Pick<PresenceParts, 'sources'>,
  standings: readonly Standing[],
): Promise<number | undefined> {
  const at = ctx.now();
  const read = scheduleReader(timeZoneOf(ctx.instance), at);
  const moments = standings.flatMap(({ row, shown }) => [shown.until, row.until?.getTime() ?? null]);
  for (const schedule of new Set(standings.map(({ row }) => row.place_schedule))) {
    const windows = schedule === null ? undefined : read(schedule);
    if (windows !== undefined) moments.push(nextEdge(windows, at) ?? null);
  }
  for (const { row } of standings)
    if (row.automatic_at !== null)
      moments.push(...positionEnds(read(row.place_schedule ?? ''), row.automatic_at.getTime()));
  for (const source of sources) moments.push(await source.nextChange(ctx, at));
  const coming = moments.filter((moment) => moment !== null && moment > at);
  return coming.length === 0 ? undefined : Math.min(...(coming as number[]));
}
