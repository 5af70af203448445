import type { OnlineUser } from '@kontor/contract/presence';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { stateTextOf, type Shape, type States } from '../rules.ts';
import { texts } from '../texts.ts';
import { sayMoment } from '../until.ts';

const MINUTE_MS = 60_000;

export interface Line {
  /** What shows of a person, in one line. */
  readonly text: string;
  /** The sign of the place that holds. */
  readonly locationIcon: IconName | undefined;
  /** `bis 17:00`; empty where it is not known. */
  readonly until: string;
}

/** Says of people what shows of them. The icon of a place is a name that the server has taken from the client's set. */
export function useLine(states: States): (user: OnlineUser, shape: Shape) => Line {
  const t = useTexts(texts);
  const reader = { language: useLanguage(), zone: useZone() };
  const now = useMinute();
  return (user, shape) => {
    const state = stateTextOf(user, states, reader.language);
    const active =
      user.activeAt === null ? undefined : t.activeAgo(Math.floor((now - Date.parse(user.activeAt)) / MINUTE_MS));
    const otherwise = { there: t.available, busy: t.shapes.busy, away: active ?? t.away, unknown: t.unknown };
    const isOver = user.until !== null && Date.parse(user.until) <= now;
    return {
      text: state ?? otherwise[shape],
      locationIcon: (user.stateAutomaticIconCls ?? undefined) as IconName | undefined,
      until: user.until === null || isOver ? '' : t.until(sayMoment(user.until, now, reader, true)),
    };
  };
}
