import { useState, type ReactNode } from 'react';
import { useClient } from '../../client/react.tsx';
import { Requested } from '../../ui/held-keys.tsx';
import { isAsked, isSnoozing, type Choice, type SnoozeEnd } from './actions.ts';
import { BulkQuestion, SnoozeDialog } from './on-items.ts';
import { useRowKinds } from './row-kinds.ts';

interface Asked {
  readonly action: Choice;
  readonly keys: readonly string[];
}

/**
 * Asks before something is done to many rows, and until when any are put off. `whole`: all items that rows stand for. Answers what does
 * it, at once or after the question, and the question while it is open.
 */
export function useQuestion(
  perform: (action: Choice, keys: readonly string[], end?: SnoozeEnd) => void,
  whole: (keys: readonly string[]) => readonly string[],
): readonly [(action: Choice, keys: readonly string[]) => void, ReactNode] {
  const { store } = useClient();
  const kindOf = useRowKinds();
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  /** What one item's kind asks before it is thrown away. */
  const removalOf = (action: Choice, keys: readonly string[]) => {
    const row = action === 'delete' && keys.length === 1 ? store.get(keys[0] ?? '') : undefined;
    const removal = row === undefined ? undefined : kindOf(row.moduleName).removal;
    return row === undefined || row.trashed || removal?.isAsked(row) !== true ? undefined : { ...removal, row };
  };
  const doTo = (action: Choice, keys: readonly string[]): void => {
    // What is in the trash cannot be put off.
    const isThere = keys.some((key) => !isSnoozing(action) || store.get(key)?.trashed === false);
    if (!isThere) return;
    if (
      isSnoozing(action) ? action === 'snooze' : isAsked(action, keys.length) || removalOf(action, keys) !== undefined
    )
      setAsked({ action, keys });
    else perform(action, keys);
  };
  if (asked === undefined) return [doTo, null];
  const { action, keys } = asked;
  const all = whole(keys);
  const removal = removalOf(action, keys);
  if (removal !== undefined)
    return [
      doTo,
      <Requested key="removal">
        <removal.dialog row={removal.row} onOne={() => perform(action, keys)} onClose={close} />
      </Requested>,
    ];
  const question = (
    <Requested>
      {isSnoozing(action) ? (
        <SnoozeDialog
          count={all.length}
          isSnoozed={all.some((key) => (store.get(key)?.snoozedUntil ?? null) !== null)}
          onEnd={(end) => perform('snooze', keys, end)}
          onWake={() => perform('wake', keys)}
          onClose={close}
        />
      ) : (
        <BulkQuestion
          action={action}
          count={all.length}
          onYes={() => {
            close();
            perform(action, keys);
          }}
          onClose={close}
        />
      )}
    </Requested>
  );
  return [doTo, question];
}
