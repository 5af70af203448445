import '../settings.css';
import './rules.css';
import { ruleCommands, type Rule } from '@kontor/contract/mail';
import { useId, useState } from 'react';
import { useClient, useValue } from '../../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../../shell/index.ts';
import { EditedForm } from '../../../../shell/forms/edited-list.tsx';
import { newerCopy, useForm } from '../../../../shell/forms/use-form.ts';
import { Check, SelectField, TextField } from '../../../../ui/fields.tsx';
import { Button, Callout } from '../../../../ui/parts.tsx';
import { saidOf } from '../said-of.ts';
import { ActionRow } from './action-row.tsx';
import { ConditionRow } from './condition-row.tsx';
import {
  MAX_ACTIONS,
  MAX_CONDITIONS,
  conditionOf,
  contentOf,
  draftOf,
  freshKey,
  newAction,
  newCondition,
  type RuleDraft,
} from './draft.ts';
import { faultsOf } from './faults.ts';
import { sentenceTexts } from './sentence-texts.ts';
import { ruleWords } from './sentences.ts';
import { texts } from './texts.ts';
import { TryDialog } from './try.tsx';
import { accountName, useRecordsIn, type RuleSurroundings } from './use-names.ts';

/** A rule that is written; without `rule` one that is to come. `accountId`: null for a person's own. */
export interface BegunRule {
  readonly rule: Rule | undefined;
  readonly accountId: number | null;
  readonly draft: RuleDraft;
}

const NO_ACTIONS: Rule['actions'] = [];

/** A place that changes: the others stay the same objects. */
const replaced = <T,>(all: readonly T[], index: number, one: T): readonly T[] =>
  all.map((known, at) => (at === index ? one : known));

interface Props {
  /** What the way back is called. Left out in a dialog. */
  readonly back?: string;
  readonly begun: BegunRule;
  readonly title: string;
  readonly around: RuleSurroundings;
  readonly onSaved?: (ruleId: string, accountId: number | null) => void;
  readonly onClose: () => void;
}

/** The editor of a rule: when, then, and how it reads. `title` names what is edited where leaving it is asked about. */
export function RuleForm({ back, begun, title, around: given, onSaved, onClose }: Props) {
  const t = useTexts(texts);
  const s = useTexts(sentenceTexts);
  const id = useId();
  const formats = useFormats();
  const [accountId, setAccountId] = useState(begun.accountId);
  const [isTrying, setTrying] = useState(false);
  const form = useRuleForm({ begun, title, accountId, onSaved });
  const { draft, theirs, fault, isTried, change, check, takeTheirs } = form;
  const around = { ...given, names: useRecordsIn(given.names, begun.rule?.actions ?? NO_ACTIONS, draft.actions) };
  const faults = faultsOf(draft);
  const saidAt = (path: string): string | undefined => {
    const code = (isTried ? faults.get(path) : undefined) ?? fault?.errors.get(path);
    return code === undefined ? undefined : saidOf(t.faults, code);
  };
  const hasConditions = (one: RuleDraft): boolean =>
    ![...faultsOf(one).keys()].some((path) => path.startsWith('conditions.'));
  const { conditions } = draft;
  return (
    <>
      <EditedForm
        back={back}
        title={title}
        form={form}
        isNew
        create={t.save}
        tools={
          <Button icon="play" onClick={() => (check(hasConditions) ? setTrying(true) : undefined)}>
            {t.test}
          </Button>
        }
        onClose={onClose}
      >
        <div className="two">
          <TextField
            label={t.name}
            hint={t.nameHint}
            fault={saidAt('name')}
            value={draft.name}
            maxLength={100}
            autoFocus
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          {begun.rule === undefined ? (
            <WhoseField accountId={accountId} around={around} onChange={setAccountId} />
          ) : null}
        </div>
        <ConditionsPart
          id={`${id}-when`}
          match={draft.match}
          conditions={conditions}
          saidAt={saidAt}
          onChange={change}
        />
        <ActionsPart
          id={`${id}-then`}
          actions={draft.actions}
          accountId={accountId}
          around={around}
          saidAt={saidAt}
          onChange={(actions) => change({ actions })}
        />
        <Switches stops={draft.stops} isOn={draft.isOn} onChange={change} />
        {faults.size > 0 ? null : (
          <p className="rule-sentence" aria-live="polite">
            {ruleWords(contentOf(draft), s, around.names, formats)}
          </p>
        )}
        {theirs === undefined ? null : (
          <Callout
            tone="fault"
            icon="warning"
            action={<Button onClick={() => takeTheirs(draftOf(theirs))}>{t.takeOther}</Button>}
          >
            {t.changed(theirs.name)}
          </Callout>
        )}
      </EditedForm>
      {isTrying ? (
        <TryDialog
          name={draft.name.trim()}
          accountId={accountId}
          match={draft.match}
          conditions={conditions.map(conditionOf)}
          // What is written here may differ from the rule that would be applied.
          ruleId={undefined}
          onClose={() => setTrying(false)}
        />
      ) : null}
    </>
  );
}

/** The form of a rule: what it begins with and how it is saved. What is saved once more is the same rule. */
function useRuleForm({
  begun,
  title,
  accountId,
  onSaved,
}: Pick<Props, 'begun' | 'title' | 'onSaved'> & { accountId: number | null }) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const [ruleId] = useState(() => begun.rule?.ruleId ?? client.env.newId());
  return useForm<RuleDraft, Rule>({
    title,
    start: begun.draft,
    version: begun.rule?.version ?? null,
    isValid: (draft) => faultsOf(draft).size === 0,
    wrong: '.rule-part:has(.rule-fault) select',
    send: async (draft, version) => {
      await client.sendNow(ruleCommands.saveRule, {
        ruleId,
        accountId,
        ...contentOf(draft),
        aggregateVersion: version,
      });
      client.ask.touch(['mailRules']);
      notices.show({ text: t.saved });
      onSaved?.(ruleId, accountId);
    },
    say: ({ code }) => saidOf(t.problems, code),
    newer: newerCopy<Rule>(({ version }) => version),
    savesOver: true,
  });
}

interface PartProps {
  /** Id of the heading. */
  readonly id: string;
  /** What is wrong with a part of the rule, by its path. */
  readonly saidAt: (path: string) => string | undefined;
}

interface ConditionsProps extends PartProps, Pick<RuleDraft, 'match' | 'conditions'> {
  readonly onChange: (part: Partial<RuleDraft>) => void;
}

/** What a mail has to be like. */
function ConditionsPart({ id, match, conditions, saidAt, onChange }: ConditionsProps) {
  const t = useTexts(texts);
  const zone = useValue(useClient().configuration)?.settings.timeZone ?? '';
  return (
    <section className="rule-side" aria-labelledby={id}>
      <header>
        <h3 id={id}>{t.when}</h3>
        {conditions.length < 2 ? null : (
          <select
            className="input"
            aria-label={t.match}
            value={match}
            onChange={({ target }) => onChange({ match: target.value === 'any' ? 'any' : 'all' })}
          >
            <option value="all">{t.matches.all}</option>
            <option value="any">{t.matches.any}</option>
          </select>
        )}
      </header>
      {conditions.map((one, index) => (
        <ConditionRow
          key={one.key}
          number={index + 1}
          draft={one}
          zone={zone}
          fault={saidAt(`conditions.${index}`)}
          onChange={(next) => onChange({ conditions: replaced(conditions, index, next) })}
          onRemove={
            conditions.length === 1
              ? undefined
              : () => onChange({ conditions: conditions.filter((known) => known.key !== one.key) })
          }
        />
      ))}
      <div>
        <Button
          kind="plain"
          icon="plus"
          disabled={conditions.length >= MAX_CONDITIONS}
          onClick={() => onChange({ conditions: [...conditions, newCondition(freshKey(conditions))] })}
        >
          {t.addCondition}
        </Button>
      </div>
    </section>
  );
}

interface ActionsProps extends PartProps, Pick<RuleDraft, 'actions'> {
  readonly accountId: number | null;
  readonly around: RuleSurroundings;
  readonly onChange: (actions: RuleDraft['actions']) => void;
}

/** What is done with such a mail. */
function ActionsPart({ id, actions, accountId, around, saidAt, onChange }: ActionsProps) {
  const t = useTexts(texts);
  const account = around.accounts.find((one) => one.id === accountId);
  return (
    <section className="rule-side" aria-labelledby={id}>
      <header>
        <h3 id={id}>{t.thenDo}</h3>
      </header>
      {actions.map((one, index) => (
        <ActionRow
          key={one.key}
          number={index + 1}
          draft={one}
          account={account}
          around={around}
          fault={saidAt(`actions.${index}`)}
          onChange={(next) => onChange(replaced(actions, index, next))}
          onRemove={actions.length === 1 ? undefined : () => onChange(actions.filter((known) => known.key !== one.key))}
        />
      ))}
      <div>
        <Button
          kind="plain"
          icon="plus"
          disabled={actions.length >= MAX_ACTIONS}
          onClick={() => onChange([...actions, newAction(freshKey(actions))])}
        >
          {t.addAction}
        </Button>
      </div>
    </section>
  );
}

/** Whether later rules come after it, and whether it is at work. */
function Switches({
  stops,
  isOn,
  onChange,
}: Pick<RuleDraft, 'stops' | 'isOn'> & { onChange: (part: Partial<RuleDraft>) => void }) {
  const t = useTexts(texts);
  return (
    <>
      <Check
        label={t.stops}
        checked={stops}
        onChange={({ currentTarget }) => onChange({ stops: currentTarget.checked })}
      />
      <Check
        label={t.isOn}
        hint={t.isOnHint}
        checked={isOn}
        onChange={({ currentTarget }) => onChange({ isOn: currentTarget.checked })}
      />
    </>
  );
}

/** Whose mails a new rule is for; nothing where there is no choice. */
function WhoseField({
  accountId,
  around,
  onChange,
}: {
  accountId: number | null;
  around: RuleSurroundings;
  onChange: (accountId: number | null) => void;
}) {
  const t = useTexts(texts);
  const managed = around.accounts.filter(({ changeable }) => changeable);
  if (managed.length === 0) return null;
  return (
    <SelectField
      label={t.whose}
      value={String(accountId ?? '')}
      options={[['', t.ownOption], ...managed.map((one) => [String(one.id), accountName(one)] as const)]}
      onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
    />
  );
}
