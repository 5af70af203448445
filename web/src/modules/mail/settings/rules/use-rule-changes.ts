import { arrayMove } from '@dnd-kit/sortable';
import { ruleCommands, type Rule } from '@kontor/contract/mail';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../../client/react.tsx';
import { useTexts } from '../../../../shell/index.ts';
import { useAttempt } from '../../../../shell/forms/use-attempt.ts';
import { saidOf } from '../said-of.ts';
import { inOrder, settled } from './order.ts';
import { texts } from './texts.ts';

/** What a rule says, as it stands. */
const saidIn = ({ name, isOn, match, conditions, actions, stops }: Rule) => ({
  name,
  isOn,
  match,
  conditions,
  actions,
  stops,
});

/**
 * Rules as they are shown while they are moved, switched and deleted, which is seen at once and told to the server. `onRemoved`: called once one is
 * deleted, before that can be undone.
 */
export function useRuleChanges(accountId: number | null, rules: readonly Rule[], onRemoved: () => void) {
  const t = useTexts(texts);
  const client = useClient();
  /** The order that was asked for, until the server has answered in it, or with a newer list than was there when it was saved. */
  const [requestedOrder, setRequestedOrder] = useState<{
    readonly ids: readonly string[];
    readonly savedOver?: readonly Rule[];
  }>();
  /** What was switched, by the version that was: a newer one says it itself. */
  const [switched, setSwitched] = useState<ReadonlyMap<string, { readonly isOn: boolean; readonly version: number }>>(
    new Map(),
  );
  const latest = useRef(rules);
  useEffect(() => {
    latest.current = rules;
  });
  if (
    requestedOrder !== undefined &&
    (settled(rules, requestedOrder.ids) || (requestedOrder.savedOver ?? rules) !== rules)
  )
    setRequestedOrder(undefined);
  const shown = inOrder(rules, requestedOrder?.ids);

  // The list is what the server has afterwards.
  const { attempt, offerUndo } = useAttempt(
    ({ code, problem }) => {
      const newer = code === 'VERSION_CONFLICT' ? (problem?.data as Rule | undefined) : undefined;
      return newer === undefined ? saidOf(t.problems, code) : t.changedRow(newer.name);
    },
    () => client.ask.touch(['mailRules']),
  );
  const order = (ruleIds: readonly string[]) =>
    client.sendNow(ruleCommands.orderRules, { accountId, ruleIds: [...ruleIds] });
  const move = async (from: number, to: number): Promise<void> => {
    const ids = arrayMove(
      shown.map(({ ruleId }) => ruleId),
      from,
      to,
    );
    setRequestedOrder({ ids });
    const isSaved = await attempt(() => order(ids));
    setRequestedOrder((known) =>
      known?.ids !== ids ? known : isSaved ? { ids, savedOver: latest.current } : undefined,
    );
  };
  const turn = async (rule: Rule, isOn: boolean): Promise<void> => {
    const { ruleId, version } = rule;
    setSwitched((known) => new Map([...known, [ruleId, { isOn, version }]]));
    const content = { ...saidIn(rule), isOn };
    const isSaved = await attempt(() =>
      client.sendNow(ruleCommands.saveRule, { ruleId, accountId, ...content, aggregateVersion: version }),
    );
    if (!isSaved) setSwitched((known) => new Map([...known].filter(([one]) => one !== ruleId)));
  };
  const remove = async (rule: Rule): Promise<void> => {
    const before = shown.map(({ ruleId }) => ruleId);
    if (!(await attempt(() => client.sendNow(ruleCommands.deleteRule, { ruleId: rule.ruleId })))) return;
    onRemoved();
    offerUndo(t.removed(rule.name), async () => {
      // A rule that was deleted stays so: this is a new one that says the same, in the place of the other.
      const ruleId = client.env.newId();
      await client.sendNow(ruleCommands.saveRule, { ruleId, accountId, ...saidIn(rule) });
      await order(before.map((one) => (one === rule.ruleId ? ruleId : one)));
    });
  };
  return {
    shown,
    isOn({ ruleId, version, isOn: isStored }: Rule): boolean {
      const known = switched.get(ruleId);
      return known?.version === version ? known.isOn : isStored;
    },
    move,
    turn,
    remove,
  };
}
