import * as v from 'valibot';
import type { Someone } from './own-devices.ts';

const PeopleSchema = v.array(v.tuple([v.number(), v.array(v.number())]));

/** What a server process says to the others of who is there by its devices, as text: people stand by instance. */
const SaidSchema = v.object({
  /** Names the process. */
  from: v.string(),
  /** Whether `there` is everybody, in place of all that it said before. */
  isAll: v.boolean(),
  there: PeopleSchema,
  gone: PeopleSchema,
});

export interface Said {
  readonly from: string;
  readonly isAll: boolean;
  readonly there: readonly Someone[];
  readonly gone: readonly Someone[];
}

const byInstance = (people: readonly Someone[]): [number, number[]][] =>
  [...Map.groupBy(people, ({ instanceId }) => instanceId)].map(([instanceId, some]) => [
    instanceId,
    some.map(({ userId }) => userId),
  ]);

const someoneEach = (people: v.InferOutput<typeof PeopleSchema>): Someone[] =>
  people.flatMap(([instanceId, userIds]) => userIds.map((userId) => ({ instanceId, userId })));

export const formatSaid = ({ from, isAll, there, gone }: Said): string =>
  JSON.stringify({ from, isAll, there: byInstance(there), gone: byInstance(gone) });

/** Throws where the text is none of these. */
export function parseSaid(text: string): Said {
  const { from, isAll, there, gone } = v.parse(SaidSchema, JSON.parse(text));
  return { from, isAll, there: someoneEach(there), gone: someoneEach(gone) };
}
