import { useState, type ReactNode } from 'react';
import { Requested } from '../../ui/held-keys.tsx';
import { isAsked, type Action } from './actions.ts';
import { BulkQuestion } from './on-items.ts';

interface Asked {
  readonly action: Action;
  readonly keys: readonly string[];
}

/** Asks before something is done to many items. Answers what does it, at once or after the question, and the question while it is open. */
export function useQuestion(
  perform: (action: Action, keys: readonly string[]) => void,
): readonly [(action: Action, keys: readonly string[]) => void, ReactNode] {
  const [asked, setAsked] = useState<Asked>();
  const doTo = (action: Action, keys: readonly string[]): void => {
    if (isAsked(action, keys.length)) setAsked({ action, keys });
    else perform(action, keys);
  };
  if (asked === undefined) return [doTo, null];
  const question = (
    <Requested>
      <BulkQuestion
        action={asked.action}
        count={asked.keys.length}
        onYes={() => {
          setAsked(undefined);
          perform(asked.action, asked.keys);
        }}
        onClose={() => setAsked(undefined)}
      />
    </Requested>
  );
  return [doTo, question];
}
