import { recordCommands, type Link } from '@kontor/contract/record';
import { useRef, useState } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';
import { useShell, useTexts } from '../../shell/index.ts';
import { isReflected, linkedByHand, withPending, type Named, type Pending } from './links.ts';
import { texts, type RecordTexts } from './texts.ts';

/** How long is waited for the server's own word after it has done something, in milliseconds. */
const TOLD_MS = 5000;

/** What is said of a failure about records. */
export const problemOf = (t: RecordTexts, failure: Failure): string =>
  (t.problems as Readonly<Record<string, string>>)[failure.kind === 'offline' ? 'OFFLINE' : failure.code] ??
  t.problems.other;

interface Links {
  /** As the person wants them. */
  readonly links: readonly Link[];
  readonly link: (record: Named) => void;
  readonly unlink: (link: Link) => void;
  readonly dismiss: (link: Link) => void;
}

/** The links of an item and what changes them: shown at once, taken back where it is refused, each with a way back where there is one. */
export function useLinks(aggregateId: string, stored: readonly Link[]): Links {
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
    const definitions = {
      linked: recordCommands.link,
      unlinked: recordCommands.unlink,
      dismissed: recordCommands.dismissSuggestion,
    };
    setPending((all) => [...all.filter(({ link }) => link.idoId !== idoId), one]);
    const before = last.current.catch(() => undefined);
    const done = before.then(() =>
      client.transport.command(definitions[one.to], params, client.env.newId(), { once: true }),
    );
    last.current = done;
    try {
      await done;
      setTimeout(() => forget(one), TOLD_MS);
    } catch (error) {
      forget(one);
      throw error;
    }
  };
  function attempt(one: Pending, undo: (() => void) | undefined, said: string): void {
    const told = undo === undefined ? undefined : notices.done(undo, Promise.resolve({ text: said, undo: t.undo }));
    change(one).then(
      () => {
        if (undo === undefined) notices.show({ text: said, action: { label: t.link, run: () => link(one.link) } });
      },
      (error: unknown) => {
        told?.takeBack();
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
  return {
    links: withPending(stored, pending),
    link,
    unlink: (one) => attempt({ to: 'unlinked', link: one }, () => link(one), t.unlinked(one.displayName)),
    dismiss: (one) => attempt({ to: 'dismissed', link: one }, undefined, t.dismissed(one.displayName)),
  };
}
