import { phonecallEvents, NUMBERS_KEY } from '@kontor/contract/phonecall';
import { tidyName } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { ReadNumber } from '../../../platform/phone/said.ts';
import { nameKey } from '../naming/index.ts';
import { enqueueRenewing } from '../renewing.ts';
import { digitsOf } from './rules.ts';
import { findEntry, insertEntries, recountEntries, type BookSource, type NewEntry } from './store.ts';

/** An entry as it is kept. */
export function toEntry({
  name: typed,
  company: typedCompany = '',
  number,
  text,
}: ReadNumber & { readonly name: string; readonly company?: string }): NewEntry {
  const name = tidyName(typed);
  const company = tidyName(typedCompany);
  return {
    number,
    number_text: text,
    digits: digitsOf(number, text),
    name,
    name_key: nameKey(name),
    company,
    company_key: nameKey(company),
  };
}

/** Tells everybody that what is known of numbers is another than before, and has calls of these found by it. */
export async function tellNumbers(ctx: ChangeContext, numbers: readonly (number | null)[]): Promise<void> {
  ctx.emit(phonecallEvents.numbersChanged, 'instance', {
    keys: [NUMBERS_KEY],
    processIds: [...ctx.processIds],
    aggregateIds: [],
  });
  await enqueueRenewing(
    ctx,
    numbers.filter((number) => number !== null),
  );
}

/** Writes a name for a number into the phone book, where it does not stand there yet. Returns the entry's id. */
export async function putEntry(
  ctx: ChangeContext,
  given: ReadNumber & { readonly name: string },
  source: BookSource = 'hand',
): Promise<number> {
  const { db, instance } = ctx;
  const entry = toEntry(given);
  const about = { source, userId: ctx.person?.id ?? null, at: new Date(ctx.now()) };
  const [made] = await insertEntries(db, instance.id, [entry], about);
  if (made === undefined) return (await findEntry(db, instance.id, entry)) ?? 0;
  await recountEntries(db, instance.id, [made]);
  await tellNumbers(ctx, [entry.number]);
  return made;
}
