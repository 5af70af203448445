import type { ParamsOf } from '@kontor/contract/kernel';
import type { phonecallCommands } from '@kontor/contract/phonecall';
import { cleanNote } from '../../platform/html/index.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { readNumber, shownNumber, type ReadNumber } from '../../platform/phone/said.ts';
import { phoneCountryIn } from '../account/index.ts';
import { putEntry } from './book/writing.ts';
import { standingEntries } from './book/standing.ts';
import type { CallChanges } from './making.ts';
import { plainLines } from './rules.ts';
import { CALLBACKS, type CallFields, type CallRow } from './store/calls.ts';
import { readCallTime } from './times.ts';

export type CreateParams = ParamsOf<(typeof phonecallCommands)['create']>;
export type ProcessParams = ParamsOf<(typeof phonecallCommands)['process']>;

const MARKUP = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i;

/** What a call was about, as plain text: of markup the text, with its line breaks. */
export const readReason = (written: string): string =>
  plainLines(MARKUP.test(written) ? cleanNote(written).text : written);

/** The number that somebody typed; empty for one that was kept back. Throws PHONE_NUMBER_INVALID. */
export function takeNumber(ctx: Pick<CommandContext, 'instance'>, typed: string): ReadNumber {
  if (typed === '') return { number: null, text: '' };
  return readNumber(typed, phoneCountryIn(ctx.instance.settings)) ?? fail('PHONE_NUMBER_INVALID');
}

/** A person by their id, 0 for nobody. */
export const personOf = (id: number): number | null => (id === 0 ? null : id);

/** The name that somebody types for a number: an entry of the phone book; of a number that nobody can be found by, what the caller is called in this call. */
export async function takeName(
  ctx: CommandContext,
  name: string,
  { number, text }: ReadNumber,
): Promise<Pick<CallFields, 'name_id'> | Pick<CallFields, 'system_name'>> {
  if (number === null && text === '') return { system_name: name };
  return { name_id: await putEntry(ctx, { name, number, text }) };
}

/** What of a callback is written: whoever wants none has no time for it. */
export const callbackOf = (
  isWanted: boolean,
  until: string | null | undefined,
  by: number | undefined,
): Pick<CallFields, 'callback' | 'callback_until' | 'callback_by'> => ({
  callback: isWanted ? CALLBACKS.wanted : CALLBACKS.none,
  callback_until: isWanted && until !== null && until !== undefined ? new Date(until) : null,
  callback_by: isWanted ? personOf(by ?? 0) : null,
});

/** What an edit makes of the facts of a call: time, number, length, direction. Nothing where they are as they were. */
export function factsOf(ctx: CommandContext, call: CallRow, given: ProcessParams): CallChanges {
  const { callerNumber, timestamp, duration, direction } = given;
  const number =
    callerNumber === undefined || isSameNumber(call, callerNumber) ? undefined : takeNumber(ctx, callerNumber);
  const startedAt = timestamp === undefined || timestamp === '' ? undefined : readCallTime(timestamp, ctx.now());
  const isOtherTime = startedAt !== undefined && startedAt.getTime() !== call.started_at.getTime();
  return {
    ...(number === undefined ? {} : { number: number.number, number_text: number.text }),
    ...(isOtherTime ? { started_at: startedAt } : {}),
    ...(duration === undefined || duration === call.duration ? {} : { duration }),
    ...(direction === undefined || direction === call.direction ? {} : { direction }),
  };
}

/** Whether a number that is sent is the one that the call has, as it is kept or as it is shown. */
const isSameNumber = (call: CallRow, sent: string): boolean =>
  sent === call.number_text || sent === shownNumber(call.number, call.number_text);

/** What an edit makes of who a call is with. Throws NOT_FOUND for an entry that is not there. */
export async function nameChanges(
  ctx: CommandContext,
  call: CallRow,
  given: ProcessParams,
  shownEntry: number,
): Promise<CallChanges> {
  const { updatedCallerName, newCallerName, number2nameGuid } = given;
  if (updatedCallerName !== undefined && updatedCallerName !== 0)
    return { name_id: await knownEntry(ctx, updatedCallerName) };
  if (newCallerName !== undefined && newCallerName !== null && newCallerName !== '')
    return takeName(ctx, newCallerName, { number: call.number, text: call.number_text });
  if (number2nameGuid === undefined || number2nameGuid === shownEntry) return {};
  return { name_id: number2nameGuid === 0 ? null : await knownEntry(ctx, number2nameGuid) };
}

async function knownEntry({ db, instance }: CommandContext, id: number): Promise<number> {
  return (await standingEntries(db, instance.id, [id])).get(id)?.id ?? fail('NOT_FOUND');
}
