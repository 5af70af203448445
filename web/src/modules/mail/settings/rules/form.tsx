import '../settings.css';
import './rules.css';
import { ruleCommands, type Rule } from '@kontor/contract/mail';
import { useId, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { asFailure } from '../../../../client/failure.ts';
import { useClient, useValue } from '../../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../../shell/index.ts';
import { useUnsaved } from '../../../../shell/use-unsaved.ts';
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
  const form = useRef<HTMLFormElement>(null);
  const [ruleId] = useState(() => begun.rule?.ruleId ?? client.env.newId());
  const [start, setStart] = useState(begun.draft);
  const [draft, setDraft] = useState(begun.draft);
  const [accountId, setAccountId] = useState(begun.accountId);
  const [version, setVersion] = useState(begun.rule?.version ?? null);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isTrying, setTrying] = useState(false);
  const [fault, setFault] = useState<string>();
  const [newer, setNewer] = useState<Rule>();
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const around = { ...given, names: useRecordsIn(given.names, begun.rule?.actions ?? NO_ACTIONS, draft.actions) };
  const account = around.accounts.find((one) => one.id === accountId);
  const faults = faultsOf(draft);
  const change = (part: Partial<RuleDraft>): void => {
    setRefused(new Map());
    setDraft((known) => ({ ...known, ...part }));
  };
  const saidAt = (path: string): string | undefined => {
    const code = (isTried ? faults.get(path) : undefined) ?? refused.get(path);
    return code === undefined ? undefined : saidOf(t.faults, code);
  };
  /** True where nothing is wrong with what begins so; else the first wrong field has the focus. */
  const check = (what: string): boolean => {
    flushSync(() => setTried(true));
    if (![...faults.keys()].some((path) => path.startsWith(what))) return true;
    focusWrong();
    return false;
  };
  const focusWrong = (): void => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    (wrong ?? form.current?.querySelector<HTMLElement>('.rule-part:has(.rule-fault) select'))?.focus();
  };

  const save = async (): Promise<boolean> => {
    setFault(undefined);
    if (!check('') || isBusy) return false;
    setBusy(true);
    try {
      await client.tellNow(ruleCommands.saveRule, {
        ruleId,
        accountId,
        ...contentOf(draft),
        aggregateVersion: version,
      });
      client.ask.touch(['mailRules']);
      notices.show({ text: t.saved });
      onSaved(accountId);
      return true;
    } catch (error) {
      const { code, problem } = asFailure(error);
      const other = code === 'VERSION_CONFLICT' ? (problem?.data as Rule | undefined) : undefined;
      if (other !== undefined) {
        setVersion(other.version);
        setNewer(other);
        setFault(t.changed(other.name));
        return false;
      }
      setFault(saidOf(t.problems, code));
      flushSync(() => setRefused(new Map(problem?.errors?.map(({ path, message }) => [path, message]) ?? [])));
      focusWrong();
      return false;
    } finally {
      setBusy(false);
    }
  };
  const takeNewer = (rule: Rule): void => {
    const other = draftOf(rule);
    setStart(other);
    change(other);
    setNewer(undefined);
    setFault(undefined);
  };
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start);
  const leave = useUnsaved({ title, isDirty, save });
  const { conditions, actions } = draft;
  return (
    <>
      <form
        ref={form}
        className="account-form rule-form"
        noValidate
        aria-label={title}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
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
        {fault === undefined ? null : (
          <Callout
            tone="fault"
            icon="warning"
            action={newer === undefined ? null : <Button onClick={() => takeNewer(newer)}>{t.takeOther}</Button>}
          >
            {fault}
          </Callout>
        )}
        <FormEnd fault={undefined} busy={isBusy} saving={isBusy} onCancel={() => leave(onClose)}>
          <Button icon="play" onClick={() => (check('conditions.') ? setTrying(true) : undefined)}>
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
