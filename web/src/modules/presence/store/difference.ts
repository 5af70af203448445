import { iconColourOn, presenceSortOf, type OnlineUser, type PresenceChange } from '@kontor/contract/presence';
import { stateOf, type States } from '../rules.ts';

/** A difference that came by the channel: of each person in it what shows now. */
export interface Difference {
  readonly changed: readonly PresenceChange[];
}

export type People = ReadonlyMap<number, OnlineUser>;

/** Returns a person as a change leaves them; undefined where it names a state that is not known. */
export function applyChange(
  person: OnlineUser,
  [, presence, stateId, until, automaticId, given]: PresenceChange,
  states: States,
): OnlineUser | undefined {
  // What it says is read out of the states where it is shown, in the language of that moment.
  const state = stateId === null ? null : stateOf(states, stateId, 'de');
  if (state === undefined) return undefined;
  const stateType = state?.type ?? null;
  const more = given ?? {};
  return {
    ...person,
    presence,
    presenceSort: presenceSortOf({ presence, stateType }),
    stateId,
    stateType,
    stateText: stateType === 'personal' ? (more.text ?? null) : (state?.text ?? null),
    stateIconCls: state?.iconCls ?? null,
    stateIconColorHex: state === null ? null : iconColourOn(state.hexCode),
    stateBackgroundColorHex: state?.hexCode ?? null,
    stateAutomaticIconCls: more.stateAutomaticIconCls ?? null,
    stateAutomaticIconColorHex: more.stateAutomaticIconColorHex ?? null,
    isBusy: state?.isBusy ?? false,
    until,
    automaticId,
    substituteId: more.substituteId ?? null,
    activeAt: more.activeAt ?? null,
  };
}

/** Returns people as differences leave them; undefined where anything in them names what is not known. */
export function applyDifference(people: People, { changed }: Difference, states: States): People | undefined {
  const next = new Map(people);
  for (const change of changed) {
    const person = next.get(change[0]);
    const changedPerson = person && applyChange(person, change, states);
    if (changedPerson === undefined) return undefined;
    next.set(changedPerson.id, changedPerson);
  }
  return next;
}

const isSame = (one: OnlineUser, other: OnlineUser): boolean =>
  (Object.keys(one) as (keyof OnlineUser)[]).every((key) => one[key] === other[key]);

/** Returns people by their numbers; who is as before stays the same object, so that nothing of theirs is drawn anew. */
export function peopleOf(answer: readonly OnlineUser[], before: People): People {
  return new Map(
    answer.map((one) => {
      const known = before.get(one.id);
      return [one.id, known !== undefined && isSame(known, one) ? known : one];
    }),
  );
}
