import { SOURCED_STATES, type OnlineUser, type UserState } from '@kontor/contract/presence';
import type { Language } from '../../shell/index.ts';

/** What the sign at a portrait says by its shape. `unknown`: the channel is lost, so that nobody can tell. */
export type Shape = 'there' | 'busy' | 'away' | 'unknown';

/** Returns the shape of a person's sign. */
export function shapeOf({ presence, isBusy }: Pick<OnlineUser, 'presence' | 'isBusy'>, isLost: boolean): Shape {
  if (isLost) return 'unknown';
  if (presence === 'absent') return 'away';
  return isBusy ? 'busy' : 'there';
}

/** Groups of the list of people are in this order. */
const SHAPES = ['there', 'busy', 'away', 'unknown'] as const satisfies readonly Shape[];

export interface PeopleGroup {
  readonly shape: Shape;
  readonly people: readonly OnlineUser[];
}

const collators = { de: new Intl.Collator('de'), en: new Intl.Collator('en') };

/** Returns people by `presenceSort`, then by name; where their presence is unknown by name alone. */
export function sortPeople(people: readonly OnlineUser[], isLost: boolean, language: Language): readonly OnlineUser[] {
  const { compare } = collators[language];
  return people.toSorted(
    (a, b) => (isLost ? 0 : Number(a.presenceSort) - Number(b.presenceSort)) || compare(a.name, b.name),
  );
}

/** Returns the groups that have anybody; within each the order stays. */
export function groupPeople(people: readonly OnlineUser[], isLost: boolean): readonly PeopleGroup[] {
  return SHAPES.map((shape) => ({ shape, people: people.filter((one) => shapeOf(one, isLost) === shape) })).filter(
    (group) => group.people.length > 0,
  );
}

/** Whether each word that was typed is in a name. */
export function isNamed(name: string, typed: string): boolean {
  const lower = name.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** Returns the people who are looked for. `hasAway`: those who are absent, too; what is typed finds them anyway. */
export const findPeople = (
  people: readonly OnlineUser[],
  { typed, hasAway, isLost }: { readonly typed: string; readonly hasAway: boolean; readonly isLost: boolean },
): readonly OnlineUser[] =>
  people.filter((one) => (typed === '' ? hasAway || isLost || one.presence === 'present' : isNamed(one.name, typed)));

export type States = ReadonlyMap<number, UserState>;

interface ShownState {
  readonly type: UserState['type'];
  readonly text: string | null;
  readonly iconCls: string;
  readonly hexCode: string;
  readonly isBusy: boolean;
}

const SOURCED = Object.values(SOURCED_STATES);

/** Returns a state by its number, its text in a language; undefined for one that is not known. The personal one has its name for a text. */
export function stateOf(states: States, stateId: number, language: Language): ShownState | undefined {
  const known = stateId < 0 ? SOURCED.find(({ id }) => id === stateId) : states.get(stateId);
  return known && { ...known, text: language === 'de' ? known.textDe : known.textEn };
}

/** Returns what somebody's state says, in a language; undefined for none. */
export function stateTextOf(
  { stateId, stateType, stateText }: Pick<OnlineUser, 'stateId' | 'stateType' | 'stateText'>,
  states: States,
  language: Language,
): string | undefined {
  const state = stateId === null ? undefined : stateOf(states, stateId, language);
  if ((state?.type ?? stateType) === 'personal') return stateText ?? state?.text ?? undefined;
  return state?.text ?? stateText ?? undefined;
}
