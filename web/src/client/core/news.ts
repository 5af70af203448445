import type { QueuedCommand } from './command.ts';

/** The part that a page has in a command that it hears about. */
export interface Hearer {
  /** This page sends, so that nobody else can be sending. */
  readonly leads: boolean;
  /** The command is on its way from here: how far it is nobody else can say. */
  readonly isSending: boolean;
}

/**
 * A command as this page knows it and as somebody else, another page or the storage, says that it is: what to believe. Undefined where
 * it is no news.
 */
export function believed(
  mine: QueuedCommand | undefined,
  given: QueuedCommand,
  { leads, isSending }: Hearer,
): QueuedCommand | undefined {
  const state = given.state === 'sending' && leads ? 'unknown' : given.state;
  if (mine === undefined) return { ...given, state };
  // Old news says where the storage has put it, unless it is being put elsewhere.
  if (mine.revision > given.revision && (given.kept !== 'stored' || mine.kept === 'storing')) return undefined;
  const { kept, order } = orderOf(mine, given);
  if (mine.revision < given.revision && !isSending) return { ...given, state, kept, order };
  return mine.kept === kept && mine.order === order ? undefined : { ...mine, kept, order };
}

/** A place that the storage has given counts; of two, the later. */
function orderOf(mine: QueuedCommand, given: QueuedCommand): Pick<QueuedCommand, 'kept' | 'order'> {
  if (given.kept !== 'stored') return mine.kept === 'stored' ? mine : given;
  return mine.kept === 'stored' && mine.order > given.order ? mine : given;
}
