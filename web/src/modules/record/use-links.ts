import { recordQueries, type Link } from '@kontor/contract/record';
import { useEffect, useRef, useState } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useAsk, useClient } from '../../client/react.tsx';
import { usePicked } from '../../client/use-picked.ts';
import { useShell, useTexts } from '../../shell/index.ts';
import { isReflected, linkedByHand, withPending, type Named, type Pending } from './links.ts';
import { texts, type RecordTexts } from './texts.ts';
import { LINKING, keysOfItem, sendOrKeep, waitingLinks, type WaitingLink } from './waiting.ts';

/** How long is waited for the server's own word after it has done something, in milliseconds. */
const EVENT_WAIT_MS = 5000;

/** What is said of a failure about records. */
export const problemOf = (t: RecordTexts, failure: Failure): string =>
  troubleOf(t.problems, failure.kind === 'offline' ? 'OFFLINE' : failure.code);

/** The same by the code of a refusal. */
export const troubleOf = (problems: RecordTexts['problems'], code: string): string =>
  (problems as Readonly<Record<string, string>>)[code] ?? problems.other;

export interface Linking {
  /** As the person wants them. */
  readonly links: readonly Link[];
  readonly link: (record: Named) => void;
  readonly unlink: (link: Link) => void;
  readonly dismiss: (link: Link) => void;
  /** Whether the server does not know of it yet, as it is not reached. */
  readonly isWaiting: (link: Link) => boolean;
}

/**
 * The links of an item and what changes them: shown at once, taken back where it is refused, each with a way back where there is one.
 * Without a connection they are kept on the device until there is one.
 */
export function useLinks(aggregateId: string, stored: readonly Link[]): Linking {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [seen, setSeen] = useState(stored);
  // One after the other: what is undone at once must not overtake what it undoes.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  if (seen !== stored) {
    setSeen(stored);
    setPending(pending.filter((one) => !isReflected(stored, one)));
  }
  const forget = (one: Pending): void => setPending((all) => all.filter((other) => other !== one));

  /** Ends once it is done; rejects where it is not, after saying so. */
  const change = async (one: Pending): Promise<void> => {
    const { idoId, idoInstanceId } = one.link;
    const params = { aggregateId, idoId, idoInstanceId };
    setPending((all) => [...all.filter(({ link }) => link.idoId !== idoId), one]);
    const before = last.current.catch(() => undefined);
    const about = { keys: keysOfItem(aggregateId), name: one.link.displayName };
    const done = before.then(() => sendOrKeep(client, LINKING[one.to], params, about));
    last.current = done;
    try {
      const answer = await done;
      // What waits is told by the queue, to the pages that come after this one too.
      if (answer === undefined) forget(one);
      else setTimeout(() => forget(one), EVENT_WAIT_MS);
    } catch (error) {
      forget(one);
      throw error;
    }
  };
  function attempt(one: Pending, undo: (() => void) | undefined, said: string): void {
    const notice = undo === undefined ? undefined : notices.done(undo, Promise.resolve({ text: said, undo: t.undo }));
    change(one).then(
      () => {
        if (undo === undefined) notices.show({ text: said, action: { label: t.link, run: () => link(one.link) } });
      },
      (error: unknown) => {
        notice?.takeBack();
        notices.show({
          text: problemOf(t, asFailure(error)),
          tone: 'fault',
          action: { label: t.retry, run: () => attempt(one, undo, said) },
        });
      },
    );
  }
  const by = (): string => {
    const user = client.user.get();
    return user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim();
  };
  const asLinked = (record: Named): Link => linkedByHand(record, by(), Math.floor(client.env.now() / 1000));
  function link(record: Named): void {
    const linked = asLinked(record);
    const undo = (): void =>
      attempt({ to: 'unlinked', link: linked }, () => link(record), t.unlinked(record.displayName));
    attempt({ to: 'linked', link: linked }, undo, t.linked(record.displayName));
  }
  const { kept, applied } = useKept(aggregateId, asLinked);
  return {
    links: withPending(stored, [...applied, ...kept.values(), ...pending]),
    isWaiting: ({ idoId, isSuggested }) =>
      !isSuggested && [...kept.values()].some(({ to, link: one }) => to === 'linked' && one.idoId === idoId),
    link,
    unlink: (one) => attempt({ to: 'unlinked', link: one }, () => link(one), t.unlinked(one.displayName)),
    dismiss: (one) => attempt({ to: 'dismissed', link: one }, undefined, t.dismissed(one.displayName)),
  };
}

const isSameWaiting = (before: WaitingLink, now: WaitingLink): boolean =>
  before.processId === now.processId && before.name === now.name;

/** What waits to become of an item's links, by process id, and what has just become of them: the server's own word comes a moment later. */
function useKept(aggregateId: string, asLinked: (record: Named) => Link) {
  const client = useClient();
  const waiting = usePicked(client.waiting, (all) => waitingLinks(all, aggregateId), isSameWaiting);
  const kinds = useAsk(recordQueries.instances, waiting.length === 0 ? undefined : {}).data;
  const [applied, setApplied] = useState<readonly Pending[]>([]);
  const kept = new Map(
    waiting.map(({ processId, to, name, idoId, idoInstanceId }): [string, Pending] => {
      const kind = kinds?.find(({ ID }) => ID === idoInstanceId);
      const known = { displayName: name, instanceTitle: kind?.Name ?? '', instanceColor: kind?.Color ?? '' };
      return [processId, { to, link: asLinked({ idoId, idoInstanceId, ...known }) }];
    }),
  );
  const now = useRef(kept);
  useEffect(() => {
    now.current = kept;
  });
  useEffect(
    () =>
      client.onApplied(({ processId }) => {
        const one = now.current.get(processId);
        if (one === undefined) return;
        setApplied((all) => [...all, one]);
        setTimeout(() => setApplied((all) => all.filter((other) => other !== one)), EVENT_WAIT_MS);
      }),
    [client],
  );
  return { kept, applied };
}
