import type { ChangeContext } from '../../../platform/operation/context.ts';
import { enqueueRenewing } from '../renewing.ts';
import type { CallFields } from '../store/calls.ts';
import { nameKey, resolveNumbers, saidName } from './index.ts';
import { forgetSaidNames, hasCalls, putSaidName } from './said-store.ts';

type SaidIn = Pick<CallFields, 'number' | 'system_name' | 'started_at'>;
type KnownSaidIn = SaidIn & { readonly activity_id: number };

/** A name says who somebody is: a number that stands in its place does not. */
const IS_NAME = /\p{L}/u;
/** Words by which systems say that they know no name. */
const NO_NAME = /^(?:anonymous|anonym|unknown|unbekannt|unavailable|restricted|private|withheld|null|none|<unknown>)$/i;

/** What a call says that its number is called; undefined where it says nothing. */
function saidIn({ number, system_name: said }: SaidIn) {
  const name = saidName(said);
  return number === null || !IS_NAME.test(name) || NO_NAME.test(name)
    ? undefined
    : { number, name, key: nameKey(name) };
}

const wordsOf = (text: string): readonly string[] =>
  nameKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * Whether a record or a contact person that has the number is called so, in whatever order of words. A telephone system that asks who a number is has the name
 * from here: it would tell those who see no records.
 */
async function isOfRecord(ctx: ChangeContext, { number, name }: { number: number; name: string }): Promise<boolean> {
  const known = await resolveNumbers(ctx, [number], new Map(), { records: true, ledger: [] });
  const said = wordsOf(name);
  return (known.get(number)?.candidates ?? []).some((owner) => {
    const words = new Set(wordsOf(`${owner.name} ${owner.subtitle}`));
    return said.every((word) => words.has(word));
  });
}

/** Notes that a telephone system has named the number of a call, where the call had not said so before. Other calls of the number are found by it, too. */
export async function noteSaidName(ctx: ChangeContext, call: SaidIn, before?: KnownSaidIn): Promise<void> {
  const said = saidIn(call);
  if (said === undefined || said.key === '') return;
  const known = before && saidIn(before);
  if (known?.number === said.number && known.key === said.key) return;
  if (await isOfRecord(ctx, said)) return;
  const { db, instance } = ctx;
  const isNew = await putSaidName(db, instance.id, { ...said, at: call.started_at });
  if (isNew && (await hasCalls(db, instance.id, said.number, before?.activity_id ?? 0)))
    await enqueueRenewing(ctx, [said.number]);
}

/** How long a name is kept that is said no more. */
const KEPT_MS = 2 * 365 * 86_400_000;

/** Forgets names that nobody calls themselves any more, some of them. Returns how many. */
export const sweepSaidNames = ({ db, instance, now }: ChangeContext, most: number): Promise<number> =>
  forgetSaidNames(db, instance.id, new Date(now() - KEPT_MS), most);
