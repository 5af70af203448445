import type { FilterUser } from '@kontor/contract/account';
import type { ResultOf } from '@kontor/contract/kernel';
import type { teamworkQueries } from '@kontor/contract/mail';

export type Rights = ResultOf<typeof teamworkQueries.rights>;
export type Right = Rights['rights'][number];
export type Tick = 'sees' | 'sends' | 'manages';
export const TICKS = ['sees', 'sends', 'manages'] as const;

/** A row of the form: somebody who sees no more stays in it until it is saved. */
export interface SharingRow extends Right {
  readonly sees: boolean;
}

export const keyOf = ({ subject, subjectId }: Pick<Right, 'subject' | 'subjectId'>): string =>
  `${subject} ${subjectId}`;
export const rowsOf = ({ rights }: Rights): readonly SharingRow[] => rights.map((right) => ({ ...right, sees: true }));

/** A row with a tick set or taken away: who sends or manages sees, and who does not see does neither. */
export function withTick(row: SharingRow, tick: Tick, isOn: boolean): SharingRow {
  if (tick === 'sees') return isOn ? { ...row, sees: true } : { ...row, sees: false, sends: false, manages: false };
  return { ...row, [tick]: isOn, sees: row.sees || isOn };
}

/** What is saved of the rows. */
export const rightsOf = (rows: readonly SharingRow[]) =>
  rows
    .filter(({ sees }) => sees)
    .map(({ subject, subjectId, sends, manages }) => ({ subject, subjectId, sends, manages }));

export const isChanged = (before: readonly SharingRow[], after: readonly SharingRow[]): boolean =>
  JSON.stringify(rightsOf(before)) !== JSON.stringify(rightsOf(after));

/** Whom a row stands for, by number. */
const peopleOf = (
  { subject, subjectId }: Pick<Right, 'subject' | 'subjectId'>,
  known: readonly FilterUser[],
): readonly number[] =>
  subject === 'person' ? [subjectId] : (known.find(({ groupId }) => groupId === subjectId)?.userIds ?? []);

/** How many people may do what, the owner among them; who is named twice counts once. */
export function numbersOf(
  ownerId: number,
  rows: readonly SharingRow[],
  known: readonly FilterUser[],
): Readonly<Record<Tick, number>> {
  const count = (tick: Tick): number =>
    new Set([ownerId, ...rows.filter((row) => row[tick]).flatMap((row) => peopleOf(row, known))]).size;
  return { sees: count('sees'), sends: count('sends'), manages: count('manages') };
}

/** What somebody may do no more, and the group by which they still may. */
export interface Loss {
  readonly key: string;
  readonly name: string;
  readonly people: number;
  readonly subject: Right['subject'];
  readonly tick: Tick;
  readonly through: string | undefined;
}

/** What is taken away between two states of the form: seeing, or else each of the others. */
export function lossesOf(
  before: readonly SharingRow[],
  after: readonly SharingRow[],
  known: readonly FilterUser[],
): readonly Loss[] {
  const now = new Map(after.map((row) => [keyOf(row), row]));
  return before.flatMap((was) => {
    const row = now.get(keyOf(was));
    const lost = TICKS.filter((tick) => was[tick] && row?.[tick] !== true);
    return (lost.includes('sees') ? (['sees'] as const) : lost).map((tick) => ({
      key: keyOf(was),
      name: was.name,
      people: was.people,
      subject: was.subject,
      tick,
      through:
        was.subject === 'group'
          ? undefined
          : after.find((one) => one.subject === 'group' && one[tick] && peopleOf(one, known).includes(was.subjectId))
              ?.name,
    }));
  });
}

/** Who can be added: people and groups that may see mails and are not named yet; groups first. */
export function offersFor(
  ownerId: number,
  rows: readonly SharingRow[],
  known: readonly FilterUser[],
): readonly SharingRow[] {
  const named = new Set([`person ${ownerId}`, ...rows.map(keyOf)]);
  const all = known.flatMap(({ userId, groupId, userIds, fullName, groupName, active }): SharingRow[] => {
    const may = { sees: true, sends: true, manages: false };
    if (groupId !== undefined)
      return [{ subject: 'group', subjectId: groupId, name: groupName, people: userIds.length, ...may }];
    return userId > 0 && active ? [{ subject: 'person', subjectId: userId, name: fullName, people: 1, ...may }] : [];
  });
  return all.filter((row) => !named.has(keyOf(row)));
}
