import { rightsToBits } from '@kontor/contract/account';
import type { InstanceContext } from '../../platform/operation/context.ts';
import { shownNumber } from '../../platform/phone/said.ts';
import { peopleAmong } from '../account/index.ts';
import type { SearchHead } from '../activity/index.ts';
import { ledgerFor, nameForLists, resolveNumbers, saidNames, withSystemName } from './naming/index.ts';
import { informationOf, numberWords } from './rules.ts';
import type { CallFields } from './store/calls.ts';

/** What a call's item says, and what the call is found by. */
export interface CallTexts {
  /** What every viewer may read: a name that is of no record, else the number. */
  readonly contact: string;
  readonly head: SearchHead;
}

const RECORDS = rightsToBits(['idoList']);

/**
 * What calls are called and found by. A name from records is among it where all who see the call see records, so that nobody finds out by searching what
 * they are not told.
 */
export async function textsOfCalls(
  ctx: Pick<InstanceContext, 'db' | 'instance' | 'now'>,
  calls: readonly { readonly call: CallFields; readonly viewerIds: readonly number[] }[],
): Promise<readonly CallTexts[]> {
  const numbers = calls.flatMap(({ call }) => call.number ?? []);
  const userIds = [...new Set(calls.flatMap(({ viewerIds }) => viewerIds))];
  const pending = ledgerFor(ctx, numbers, false);
  // What records say is read beside who sees them: mostly all do.
  const [able, ledger, open, whole] = await Promise.all([
    peopleAmong(ctx.db, ctx.instance.id, userIds, RECORDS),
    pending,
    resolveNumbers(ctx, numbers, new Map(), { records: false, ledger: pending }),
    resolveNumbers(ctx, userIds.length === 0 ? [] : numbers, new Map(), { records: true, ledger: pending }),
  ]);
  const isOpen = (viewerIds: readonly number[]): boolean =>
    viewerIds.length > 0 && viewerIds.every((id) => able.get(id) === true);
  const said = saidNames(ledger);
  return calls.map(({ call, viewerIds }) => {
    const named = (known: typeof open): string => {
      const number = call.number ?? 0;
      const naming = known.get(number);
      return naming === undefined
        ? call.system_name
        : nameForLists(withSystemName(naming, call.system_name, said.get(number))).name;
    };
    const openName = named(open);
    const names = [openName, isOpen(viewerIds) ? named(whole) : '', call.system_name];
    return {
      contact: openName || shownNumber(call.number, call.number_text),
      head: {
        title: informationOf(call.reason),
        senders: [...new Set([...names, ...numberWords(call.number, call.number_text)])]
          .filter((text) => text !== '')
          .join('\n'),
        receivers: '',
      },
    };
  });
}
