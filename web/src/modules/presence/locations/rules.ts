import {
  MAX_PLACE_NAME,
  MIN_RADIUS,
  tidyLine,
  type AutomaticUserState,
  type UserState,
} from '@kontor/contract/presence';
import type { Language } from '../../../shell/language.ts';

/** A place as it is edited: degrees as they are typed. */
export interface LocationDraft {
  readonly name: string;
  readonly iconCls: string;
  readonly latitude: string;
  readonly longitude: string;
  /** Metres. */
  readonly radius: number;
  readonly schedule: string;
  readonly stateId: number;
  readonly isForAll: boolean;
}

const DEFAULT_RADIUS = 150;
const DIGITS = 6;

/** Returns degrees as they stand in a field of a language, to about a tenth of a metre. */
export const sayDegrees = (degrees: number, language: Language): string => {
  const text = String(Number(degrees.toFixed(DIGITS)));
  return language === 'de' ? text.replace('.', ',') : text;
};

/** Returns what a form begins with. `states`: those that a new place may have, the first of them is taken. */
export function draftOf(
  location: AutomaticUserState | undefined,
  states: readonly UserState[],
  language: Language,
): LocationDraft {
  const { latitude = null, longitude = null } = location ?? {};
  return {
    name: location?.name ?? '',
    iconCls: location?.iconCls ?? 'push-pin',
    latitude: latitude === null ? '' : sayDegrees(latitude, language),
    longitude: longitude === null ? '' : sayDegrees(longitude, language),
    radius: Math.max(MIN_RADIUS, location?.radius ?? DEFAULT_RADIUS),
    schedule: location?.schedule ?? '',
    stateId: location?.stateId ?? states[0]?.id ?? 0,
    isForAll: location !== undefined && !location.isOwn,
  };
}

/** Reads degrees, with a comma or a point; undefined for what is none, or beyond `most`. */
export function readDegrees(typed: string, most: 90 | 180): number | undefined {
  const text = typed.trim().replace(',', '.').replace('−', '-');
  if (!/^[+-]?\d{1,3}(\.\d+)?$/.test(text)) return undefined;
  const degrees = Number(text);
  return Math.abs(degrees) <= most ? degrees : undefined;
}

/** Fields that are wrong in a draft. */
export function faultsOf({ name, latitude, longitude, stateId }: LocationDraft) {
  const tidy = tidyLine(name);
  return {
    name: tidy === '' || Array.from(tidy).length > MAX_PLACE_NAME,
    latitude: readDegrees(latitude, 90) === undefined,
    longitude: readDegrees(longitude, 180) === undefined,
    stateId: stateId === 0,
  };
}
