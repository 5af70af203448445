import { ATTEND_MS, type Doing } from '@kontor/contract/activity';
import type { Client } from '../../../client/client.ts';

/** Where somebody is: an item, or what a module has beside items. */
export interface AttendanceTopic {
  readonly key: string;
  /** Tells the others; false where that did not arrive. */
  readonly say: (doing: Doing | 'left') => Promise<boolean>;
}

interface Attending {
  readonly doings: Doing[];
  timer: ReturnType<typeof setInterval> | undefined;
  again: ReturnType<typeof setTimeout> | undefined;
  /** What the others were told last; undefined where that did not arrive. */
  last: Doing | 'left' | undefined;
}

/** Who only passes by is not at a mail, in milliseconds. */
const SETTLED_MS = 800;
/** After which what did not arrive is said again, in milliseconds: a page that has just come may not be let send yet. */
const AGAIN_MS = 2000;

/** What counts more stands before what counts less. */
const RANK: readonly Doing[] = ['answering', 'writing', 'reading'];

/** By client: what its person is doing where. A mail that is read beside its answer is one place, and answering is what counts. */
const attended = new WeakMap<Client, Map<string, Attending>>();

/** Says that the person is somewhere, again and again, until the answered function is called. Where nobody hears it, nothing is lost. */
export function attend(client: Client, topic: AttendanceTopic, doing: Doing): () => void {
  const attendings = attended.get(client) ?? new Map<string, Attending>();
  attended.set(client, attendings);
  const { key } = topic;
  const attending: Attending = attendings.get(key) ?? { doings: [], timer: undefined, again: undefined, last: 'left' };
  attendings.set(key, attending);

  const say = async (now: Doing | 'left'): Promise<void> => {
    attending.last = now;
    const hasArrived = await topic.say(now);
    if (attending.last !== now) {
      // What was said beside it may have come before it: the last word is said once more.
      if (hasArrived && attending.last !== undefined) void topic.say(attending.last);
      return;
    }
    if (hasArrived) return;
    attending.last = undefined;
    clearTimeout(attending.again);
    // Who has left without a word is forgotten in a while.
    if (attendings.get(key) === attending) attending.again = setTimeout(follow, AGAIN_MS);
  };
  const current = (): Doing | 'left' =>
    (document.hidden ? undefined : RANK.find((one) => attending.doings.includes(one))) ?? 'left';
  const follow = (): void => {
    const now = current();
    if (now !== attending.last) void say(now);
  };
  const renew = (): void => {
    const now = current();
    if (now !== 'left') void say(now);
  };

  let isThere = false;
  const settling = setTimeout(() => {
    isThere = true;
    attending.doings.push(doing);
    attending.timer ??= setInterval(renew, ATTEND_MS);
    follow();
  }, SETTLED_MS);
  document.addEventListener('visibilitychange', follow);
  return () => {
    clearTimeout(settling);
    document.removeEventListener('visibilitychange', follow);
    if (!isThere) return;
    attending.doings.splice(attending.doings.indexOf(doing), 1);
    if (attending.doings.length > 0) return follow();
    clearInterval(attending.timer);
    clearTimeout(attending.again);
    attendings.delete(key);
    follow();
  };
}
