import type { QueuedCommand } from './command.ts';

/**
 * A command as this page knows it and as somebody else, another page or the storage, says that it is: what to believe. Undefined where
 * it is no news. `leads`: this page sends, so that nobody else can be sending.
 */
export function believed(
  mine: QueuedCommand | undefined,
  given: QueuedCommand,
  leads: boolean,
): QueuedCommand | undefined {
  const state = given.state === 'sending' && leads ? 'unknown' : given.state;
  if (mine === undefined) return { ...given, state };
  if (mine.revision > given.revision) return undefined;
  const { kept, order } = placeOf(mine, given);
  if (mine.revision < given.revision) return { ...given, state, kept, order };
  return mine.kept === kept && mine.order === order ? undefined : { ...mine, kept, order };
}

/** A place that the storage has given counts; of two, the later. */
function placeOf(mine: QueuedCommand, given: QueuedCommand): Pick<QueuedCommand, 'kept' | 'order'> {
  if (given.kept !== 'stored') return mine.kept === 'stored' ? mine : given;
  return mine.kept === 'stored' && mine.order > given.order ? mine : given;
}
