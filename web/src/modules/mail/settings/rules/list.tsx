import { arrayMove } from '@dnd-kit/sortable';
import { ruleCommands, type Rule } from '@kontor/contract/mail';
import { useEffect, useId, useRef, useState } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import { useClient } from '../../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../../shell/index.ts';
import { Menu } from '../../../../ui/menu.tsx';
import { OrderList } from '../../../../ui/order-list.tsx';
import { Icon, IconButton } from '../../../../ui/parts.tsx';
import { saidOf } from '../said-of.ts';
import { inOrder, settled } from './order.ts';
import { sentenceTexts } from './sentence-texts.ts';
import { actionWords, ruleWords } from './sentences.ts';
import { texts } from './texts.ts';
import { useRecordsIn, type RuleSurroundings } from './use-names.ts';

interface RowActs {
  readonly onOpen: (rule: Rule) => void;
  readonly onTry: (rule: Rule) => void;
  readonly onLog: (rule: Rule) => void;
}

/** What a rule says, as it stands. */
const saidIn = ({ name, isOn, match, conditions, actions, stops }: Rule) => ({
  name,
  isOn,
  match,
  conditions,
  actions,
  stops,
});

/** Rules in their order: switched, moved and deleted at once. Those of an account that the person does not manage are shown alone. */
export function RuleList({
  accountId,
  rules,
  around: given,
  ...acts
}: RowActs & {
  accountId: number | null;
  rules: readonly Rule[];
  around: RuleSurroundings;
}) {
  const t = useTexts(texts);
  const id = useId();
  const around = {
    ...given,
    names: useRecordsIn(
      given.names,
      rules.flatMap(({ actions }) => actions),
    ),
  };
  const client = useClient();
  const { notices } = useShell();
  /** The order that was asked for, until the server has answered in it, or with a newer list than was there when it was saved. */
  const [asked, setAsked] = useState<{ readonly ids: readonly string[]; readonly savedOver?: readonly Rule[] }>();
  /** What was switched, by the version that was: a newer one says it itself. */
  const [switched, setSwitched] = useState<ReadonlyMap<string, { readonly isOn: boolean; readonly version: number }>>(
    new Map(),
  );
  const latest = useRef(rules);
  useEffect(() => {
    latest.current = rules;
  });
  if (asked !== undefined && (settled(rules, asked.ids) || (asked.savedOver ?? rules) !== rules)) setAsked(undefined);
  const shown = inOrder(rules, asked?.ids);

  /** Tells what went wrong; true where nothing did. The list is what the server has afterwards. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      const { code, problem } = asFailure(error);
      const newer = code === 'VERSION_CONFLICT' ? (problem?.data as Rule | undefined) : undefined;
      const text = newer === undefined ? saidOf(t.problems, code) : t.changedRow(newer.name);
      notices.show({ text, tone: 'fault' });
      return false;
    } finally {
      client.ask.touch(['mailRules']);
    }
  };
  const order = (ruleIds: readonly string[]): Promise<boolean> =>
    attempt(() => client.tellNow(ruleCommands.orderRules, { accountId, ruleIds: [...ruleIds] }));
  const move = async (from: number, to: number): Promise<void> => {
    const ids = arrayMove(
      shown.map(({ ruleId }) => ruleId),
      from,
      to,
    );
    setAsked({ ids });
    const isSaved = await order(ids);
    setAsked((known) => (known?.ids !== ids ? known : isSaved ? { ids, savedOver: latest.current } : undefined));
  };
  const turn = async (rule: Rule, isOn: boolean): Promise<void> => {
    const { ruleId, version } = rule;
    setSwitched((known) => new Map([...known, [ruleId, { isOn, version }]]));
    const content = { ...saidIn(rule), isOn };
    const isSaved = await attempt(() =>
      client.tellNow(ruleCommands.saveRule, { ruleId, accountId, ...content, aggregateVersion: version }),
    );
    if (!isSaved) setSwitched((known) => new Map([...known].filter(([one]) => one !== ruleId)));
  };
  const remove = async (rule: Rule): Promise<void> => {
    const before = shown.map(({ ruleId }) => ruleId);
    if (!(await attempt(() => client.tellNow(ruleCommands.deleteRule, { ruleId: rule.ruleId })))) return;
    const undo = async (): Promise<void> => {
      // A rule that was deleted stays so: this is a new one that says the same, in the place of the other.
      const ruleId = client.env.newId();
      const again = { ruleId, accountId, ...saidIn(rule) };
      if (await attempt(() => client.tellNow(ruleCommands.saveRule, again)))
        await order(before.map((one) => (one === rule.ruleId ? ruleId : one)));
    };
    notices.done(() => void undo(), Promise.resolve({ text: t.removed(rule.name), undo: t.undo }));
  };

  const isOn = ({ ruleId, version, isOn: isStored }: Rule): boolean => {
    const known = switched.get(ruleId);
    return known?.version === version ? known.isOn : isStored;
  };
  if (!shown.every(({ changeable }) => changeable))
    return (
      <ul className="framed-list" aria-label={t.listTitle}>
        {shown.map((rule) => (
          <li key={rule.ruleId}>
            <Said rule={rule} isOn={rule.isOn} around={around} />
          </li>
        ))}
      </ul>
    );
  return (
    <div className="rule-list">
      <p id={id} className="hidden-text">
        {t.listTitle}
      </p>
      <OrderList
        labelledBy={id}
        rows={shown.map((rule) => ({
          key: rule.ruleId,
          name: rule.name,
          sign: (
            <input
              type="checkbox"
              className="rule-switch"
              aria-label={t.isOnOf(rule.name)}
              title={t.isOnOf(rule.name)}
              checked={isOn(rule)}
              onChange={({ target }) => void turn(rule, target.checked)}
            />
          ),
          shown: <Said rule={rule} isOn={isOn(rule)} around={around} onOpen={() => acts.onOpen(rule)} />,
          ends: <RowMenu rule={rule} {...acts} onRemove={() => void remove(rule)} />,
        }))}
        t={{ ...t, handleHint: t.orderHint }}
        onMove={(from, to) => void move(from, to)}
      />
    </div>
  );
}

/** A rule as it reads, with what of it cannot be done any more. */
function Said({
  rule,
  isOn,
  around,
  onOpen,
}: {
  rule: Rule;
  isOn: boolean;
  around: RuleSurroundings;
  onOpen?: () => void;
}) {
  const t = useTexts(texts);
  const s = useTexts(sentenceTexts);
  const formats = useFormats();
  const broken = rule.broken.flatMap((index) => {
    const action = rule.actions[index];
    return action === undefined ? [] : [actionWords(action, s, around.names)];
  });
  return (
    <span className="rule-said">
      <span className="rule-name">
        {onOpen === undefined ? (
          <strong>{rule.name}</strong>
        ) : (
          <button type="button" className="link-button" onClick={onOpen}>
            {rule.name}
          </button>
        )}
        {isOn ? null : <span className="badge">{t.off}</span>}
        {rule.accountId === null || rule.ownerName === '' ? null : (
          <span className="quiet small">{t.by(rule.ownerName)}</span>
        )}
      </span>
      <span className="quiet small">{ruleWords(rule, s, around.names, formats)}</span>
      {broken.length === 0 ? null : (
        <span className="rule-broken small">
          <Icon name="warning" small /> {t.broken(broken.join(s.next))}
        </span>
      )}
    </span>
  );
}

function RowMenu({ rule, onOpen, onTry, onLog, onRemove }: RowActs & { rule: Rule; onRemove: () => void }) {
  const t = useTexts(texts);
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <>
      <IconButton
        ref={button}
        icon="dots-three-vertical"
        label={t.more(rule.name)}
        aria-haspopup="menu"
        onClick={() => setAnchor(button.current?.getBoundingClientRect())}
      />
      {anchor === undefined ? null : (
        <Menu
          label={t.more(rule.name)}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          items={[
            { key: 'edit', label: t.edit, icon: 'pencil-simple', onSelect: () => onOpen(rule) },
            { key: 'try', label: t.test, icon: 'play', onSelect: () => onTry(rule) },
            { key: 'log', label: t.log, icon: 'clock-counter-clockwise', onSelect: () => onLog(rule) },
            { key: 'remove', label: t.remove, icon: 'trash', apart: true, onSelect: onRemove },
          ]}
        />
      )}
    </>
  );
}
