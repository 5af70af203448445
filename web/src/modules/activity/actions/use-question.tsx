import { useState, type ReactNode } from 'react';
import { useClient } from '../../../client/react.tsx';
import { momentChosen } from '../../../shell/index.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import { needsConfirmation, isSnoozing } from './actions.ts';
import { type Choice, type SnoozeEnd } from './choices.ts';
import { BulkQuestion, SnoozeDialog } from '../list/later-parts.ts';
import { useRowKinds } from '../rows/row-kinds.ts';

interface Question {
  readonly action: Choice;
  readonly keys: readonly string[];
}

/**
 * Asks before something is done to many rows, and until when any are put off. `whole`: all items that rows stand for. Returns what does
 * it, at once or after the question, and the question while it is open.
 */
export function useQuestion(
  perform: (action: Choice, keys: readonly string[], end?: SnoozeEnd) => void,
  whole: (keys: readonly string[]) => readonly string[],
): readonly [(action: Choice, keys: readonly string[]) => void, ReactNode] {
  const { store } = useClient();
  const kindOf = useRowKinds();
  const [openQuestion, setOpenQuestion] = useState<Question>();
  const close = (): void => setOpenQuestion(undefined);
  /** What the kind of some of the items asks before they are thrown away, once for all of them. */
  const removalOf = (action: Choice, keys: readonly string[]) => {
    const removals = (action === 'delete' ? keys : []).flatMap((key) => {
      const row = store.get(key);
      const removal = row === undefined || row.trashed ? undefined : kindOf(row.moduleName).removal;
      return row === undefined || removal?.needsConfirmation(row) !== true
        ? []
        : [{ key, row, dialog: removal.dialog }];
    });
    const [first] = removals;
    if (first === undefined) return undefined;
    const same = removals.filter(({ dialog }) => dialog === first.dialog);
    const known = new Set(same.map(({ key }) => key));
    return { dialog: first.dialog, rows: same.map(({ row }) => row), others: keys.filter((key) => !known.has(key)) };
  };
  const doTo = (action: Choice, keys: readonly string[]): void => {
    // What is in the trash cannot be put off.
    const isThere = keys.some((key) => !isSnoozing(action) || store.get(key)?.trashed === false);
    if (!isThere) return;
    const until = action === 'snooze' ? momentChosen.get() : undefined;
    momentChosen.set(undefined);
    if (until !== undefined) return perform(action, keys, { until, untilAnswered: false });
    if (
      isSnoozing(action)
        ? action === 'snooze'
        : needsConfirmation(action, keys.length) || removalOf(action, keys) !== undefined
    )
      setOpenQuestion({ action, keys });
    else perform(action, keys);
  };
  if (openQuestion === undefined) return [doTo, null];
  const { action, keys } = openQuestion;
  const all = whole(keys);
  const removal = removalOf(action, keys);
  if (removal !== undefined)
    return [
      doTo,
      <Requested key="removal">
        <removal.dialog
          rows={removal.rows}
          others={whole(removal.others)}
          onThese={() => perform(action, keys)}
          // What is gone is not selected any more.
          onGone={() => perform(action, [])}
          onClose={close}
        />
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
