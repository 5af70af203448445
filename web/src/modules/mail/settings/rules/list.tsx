import type { Rule } from '@kontor/contract/mail';
import { useId, useRef, useState } from 'react';
import type { EditedRows } from '../../../../shell/forms/edited-list.tsx';
import { useFormats, useTexts } from '../../../../shell/index.ts';
import { Menu } from '../../../../ui/menu.tsx';
import { OrderList } from '../../../../ui/order-list.tsx';
import { Icon, IconButton } from '../../../../ui/parts.tsx';
import { sentenceTexts } from './sentence-texts.ts';
import { actionWords, ruleWords } from './sentences.ts';
import { texts } from './texts.ts';
import { useRuleChanges } from './use-rule-changes.ts';
import { useRecordsIn, type RuleSurroundings } from './use-names.ts';

interface RowActs {
  readonly onOpen: (rule: Rule) => void;
  readonly onTry: (rule: Rule) => void;
  readonly onLog: (rule: Rule) => void;
}

interface Props extends RowActs, Pick<EditedRows<Rule>, 'focused' | 'onRemoved'> {
  readonly accountId: number | null;
  readonly rules: readonly Rule[];
  readonly around: RuleSurroundings;
}

/** Rules in their order: switched, moved and deleted at once. Those of an account that the person does not manage are shown alone. */
export function RuleList({ accountId, rules, around: given, focused, onRemoved, ...acts }: Props) {
  const t = useTexts(texts);
  const id = useId();
  const around = {
    ...given,
    names: useRecordsIn(
      given.names,
      rules.flatMap(({ actions }) => actions),
    ),
  };
  const { shown, isOn, move, turn, remove } = useRuleChanges(accountId, rules, onRemoved);
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
          shown: (
            <Said
              rule={rule}
              isOn={isOn(rule)}
              around={around}
              focused={rule.ruleId === focused}
              onOpen={() => acts.onOpen(rule)}
            />
          ),
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
  focused = false,
  onOpen,
}: {
  rule: Rule;
  isOn: boolean;
  around: RuleSurroundings;
  focused?: boolean;
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
          <button type="button" className="link-button" autoFocus={focused} onClick={onOpen}>
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
