import {
  iconColourOn,
  presenceSortOf,
  type AutomaticUserState,
  type OnlineUser,
  type PlaceStatus,
  type PresenceChange,
  type StateDefinition,
  type UserState,
} from '@kontor/contract/presence';
import type { Instance } from '../../platform/operation/context.ts';
import { avatarAddress } from '../account/index.ts';
import { readSchedule } from './schedule.ts';
import type { Standing } from './standing.ts';
import type { WatchedPlace } from './store/places.ts';
import type { StateRow } from './store/states.ts';

export type Language = 'de' | 'en';

const instant = (at: number | Date | null): string | null => (at === null ? null : new Date(at).toISOString());
const textIn = (state: StateRow, language: Language): string => (language === 'en' ? state.text_en : state.text_de);

/** Somebody as the list of people shows them. */
export function toOnlineUser({ row, shown, state, sign, activeAt }: Standing, language: Language): OnlineUser {
  const { presence } = shown;
  const stateType = state?.type ?? null;
  return {
    id: row.user_id,
    name: row.name,
    presence,
    presenceSort: presenceSortOf({ presence, stateType }),
    stateText: state === null ? null : state.type === 'personal' ? row.personal_text : textIn(state, language),
    stateType,
    stateIconCls: state?.icon ?? null,
    stateIconColorHex: state === null ? null : iconColourOn(state.colour),
    stateBackgroundColorHex: state?.colour ?? null,
    stateAutomaticIconCls: sign?.icon ?? null,
    stateAutomaticIconColorHex: sign?.colour ?? null,
    userAvatar: avatarAddress(row),
    stateId: shown.stateId,
    isBusy: shown.isBusy,
    until: instant(shown.until),
    substituteId: shown.substituteId,
    activeAt: instant(activeAt),
    automaticId: shown.automaticId,
  };
}

/** Somebody as a difference on the channel has them. */
export function toChange({ row, shown, state, sign, activeAt }: Standing): PresenceChange {
  const head = [row.user_id, shown.presence, shown.stateId, instant(shown.until), shown.automaticId] as const;
  const rest = {
    ...(state?.type === 'personal' && row.personal_text !== null ? { text: row.personal_text } : {}),
    ...(sign === null ? {} : { stateAutomaticIconCls: sign.icon, stateAutomaticIconColorHex: sign.colour }),
    ...(shown.substituteId === null ? {} : { substituteId: shown.substituteId }),
    ...(activeAt === null ? {} : { activeAt: new Date(activeAt).toISOString() }),
  };
  return [...head, Object.keys(rest).length === 0 ? null : rest];
}

export function toUserState(
  state: StateRow,
  { standing, language, now }: { readonly standing: Standing; readonly language: Language; readonly now: number },
): UserState {
  const { row, shown } = standing;
  const isChosen = row.state_id === state.state_id && (row.until === null || row.until.getTime() > now);
  const isOther = row.state_id !== null && (row.until === null || row.until.getTime() > now);
  return {
    id: state.state_id,
    type: state.type,
    text: state.type === 'personal' ? row.personal_text : textIn(state, language),
    iconCls: state.icon,
    hexCode: state.colour,
    selectedState: isChosen || (!isOther && shown.automaticId !== null && row.place_state_id === state.state_id),
    until: isChosen ? instant(row.until) : null,
    textDe: state.text_de,
    textEn: state.text_en,
    counts: state.counts,
    isBusy: state.is_busy,
  };
}

export const toDefinition = (state: StateRow): StateDefinition => ({
  id: state.state_id,
  type: state.type,
  textDe: state.text_de,
  textEn: state.text_en,
  iconCls: state.icon,
  hexCode: state.colour,
  counts: state.counts,
  isBusy: state.is_busy,
});

interface PlaceReader {
  readonly instance: Instance;
  readonly row: Pick<Standing['row'], 'automatic_id' | 'previous_state_id'>;
  readonly isAdministrator: boolean;
  readonly keyOf: (automaticId: number) => string;
}

function statusOf(found: WatchedPlace, { row }: PlaceReader): PlaceStatus | null {
  if (row.automatic_id === found.automatic_id) return 'active';
  if (row.automatic_id !== null && row.previous_state_id === found.state_id) return 'previous';
  return found.is_watched ? 'subscribed' : null;
}

/** A place for a device of a person. Where one for all lies is for administrators, and for devices that watch it. */
export function toPlace(found: WatchedPlace, reader: PlaceReader): AutomaticUserState {
  const isOwn = found.owner_id !== null;
  const isLocated = isOwn || found.is_watched || reader.isAdministrator;
  return {
    id: found.automatic_id,
    name: found.name,
    iconCls: found.icon,
    latitude: isLocated ? found.latitude : null,
    longitude: isLocated ? found.longitude : null,
    radius: isLocated ? found.radius : null,
    schedule: found.schedule,
    instanceName: reader.instance.name,
    status: statusOf(found, reader),
    key: found.is_watched ? reader.keyOf(found.automatic_id) : null,
    isOwn,
    isChangeable: isOwn || reader.isAdministrator,
    stateId: found.state_id,
    isScheduleRead: readSchedule(found.schedule) !== undefined,
  };
}

/** When somebody is free again who is busy, or absent by a state; null where nobody knows, and for who is free. */
export const freeAt = ({ shown }: Standing): string | null =>
  shown.isBusy || (shown.presence === 'absent' && shown.stateId !== null) ? instant(shown.until) : null;
