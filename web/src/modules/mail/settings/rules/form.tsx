import '../settings.css';
import './rules.css';
import { ruleCommands, type Rule } from '@kontor/contract/mail';
import { useId, useState } from 'react';
import { useClient, useValue } from '../../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../../shell/index.ts';
import { useForm } from '../../../../shell/use-form.ts';
import { Check, SelectField, TextField } from '../../../../ui/fields.tsx';
import { Button, Callout } from '../../../../ui/parts.tsx';
import { FormEnd } from '../parts.tsx';
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

/** The editor of a rule: when, then, and how it reads. `title` names what is edited where leaving it is asked about. */
export function RuleForm({
  begun,
  title,
  around: given,
  onSaved,
  onClose,
}: {
  begun: BegunRule;
  title: string;
  around: RuleSurroundings;
  onSaved: (accountId: number | null) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const s = useTexts(sentenceTexts);
  const id = useId();
  const client = useClient();
  const formats = useFormats();
  const { notices } = useShell();
  const zone = useValue(client.configuration)?.settings.timeZone ?? '';
  const [ruleId] = useState(() => begun.rule?.ruleId ?? client.env.newId());
  const [accountId, setAccountId] = useState(begun.accountId);
  const [isTrying, setTrying] = useState(false);
  const { ref, draft, theirs, fault, isTried, isBusy, change, check, submit, takeTheirs, leave } = useForm<
    RuleDraft,
    Rule
  >({
    title,
    start: begun.draft,
    version: begun.rule?.version ?? null,
    isValid: (draft) => faultsOf(draft).size === 0,
    wrong: '.rule-part:has(.rule-fault) select',
    send: async (draft, version) => {
      await client.tellNow(ruleCommands.saveRule, {
        ruleId,
        accountId,
        ...contentOf(draft),
        aggregateVersion: version,
      });
      client.ask.touch(['mailRules']);
      notices.show({ text: t.saved });
      onSaved(accountId);
    },
    say: ({ code }) => saidOf(t.problems, code),
    newer: (data) => ({ copy: data as Rule, version: (data as Rule).version }),
    savesOver: true,
  });
  const around = { ...given, names: useRecordsIn(given.names, begun.rule?.actions ?? NO_ACTIONS, draft.actions) };
  const account = around.accounts.find((one) => one.id === accountId);
  const faults = faultsOf(draft);
  const saidAt = (path: string): string | undefined => {
    const code = (isTried ? faults.get(path) : undefined) ?? fault?.errors.get(path);
    return code === undefined ? undefined : saidOf(t.faults, code);
  };
  const hasConditions = (one: RuleDraft): boolean =>
    ![...faultsOf(one).keys()].some((path) => path.startsWith('conditions.'));
  const { conditions, actions } = draft;
  return (
    <>
      <form
        ref={ref}
        className="account-form rule-form"
        noValidate
        aria-label={title}
        onSubmit={(event) => submit(event)}
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
        <section className="rule-side" aria-labelledby={`${id}-when`}>
          <header>
            <h3 id={`${id}-when`}>{t.when}</h3>
            {conditions.length < 2 ? null : (
              <select
                className="input"
                aria-label={t.match}
                value={draft.match}
                onChange={({ target }) => change({ match: target.value === 'any' ? 'any' : 'all' })}
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
              onChange={(next) => change({ conditions: replaced(conditions, index, next) })}
              onRemove={
                conditions.length === 1
                  ? undefined
                  : () => change({ conditions: conditions.filter((known) => known.key !== one.key) })
              }
            />
          ))}
          <div>
            <Button
              kind="plain"
              icon="plus"
              disabled={conditions.length >= MAX_CONDITIONS}
              onClick={() => change({ conditions: [...conditions, newCondition(freshKey(conditions))] })}
            >
              {t.addCondition}
            </Button>
          </div>
        </section>
        <section className="rule-side" aria-labelledby={`${id}-then`}>
          <header>
            <h3 id={`${id}-then`}>{t.thenDo}</h3>
          </header>
          {actions.map((one, index) => (
            <ActionRow
              key={one.key}
              number={index + 1}
              draft={one}
              account={account}
              around={around}
              fault={saidAt(`actions.${index}`)}
              onChange={(next) => change({ actions: replaced(actions, index, next) })}
              onRemove={
                actions.length === 1
                  ? undefined
                  : () => change({ actions: actions.filter((known) => known.key !== one.key) })
              }
            />
          ))}
          <div>
            <Button
              kind="plain"
              icon="plus"
              disabled={actions.length >= MAX_ACTIONS}
              onClick={() => change({ actions: [...actions, newAction(freshKey(actions))] })}
            >
              {t.addAction}
            </Button>
          </div>
        </section>
        <Check
          label={t.stops}
          checked={draft.stops}
          onChange={({ currentTarget }) => change({ stops: currentTarget.checked })}
        />
        <Check
          label={t.isOn}
          hint={t.isOnHint}
          checked={draft.isOn}
          onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
        />
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
        {fault === undefined ? null : (
          <Callout tone="fault" icon="warning">
            {fault.text}
          </Callout>
        )}
        <FormEnd fault={undefined} busy={isBusy} saving={isBusy} onCancel={() => leave(onClose)}>
          <Button icon="play" onClick={() => (check(hasConditions) ? setTrying(true) : undefined)}>
            {t.test}
          </Button>
        </FormEnd>
      </form>
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
