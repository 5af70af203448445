import {
  OPERATORS_OF,
  type Condition,
  type FieldDefinition,
  type ListColumn,
  type RecordInstance,
} from '@kontor/contract/record';
import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { useFormats, useKeys, useTexts } from '../../../shell/index.ts';
import { Check, SelectField, TextField } from '../../../ui/fields.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { ReferenceInput } from '../fields/reference.tsx';
import { useRecordNames } from '../use-record-names.ts';
import { typedNumber } from '../../../ui/typed-number.ts';
import { begun, choicesOf, hasValue, isWhole, withOperator } from './conditions.ts';
import { listTexts } from './list-texts.ts';
import { useCellText, useColumnName } from './said.ts';

interface Props {
  readonly conditions: readonly Condition[];
  readonly columns: readonly ListColumn[];
  readonly fields: readonly FieldDefinition[];
  readonly kinds: readonly RecordInstance[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/** What a condition says, in words. */
function useConditionText({
  conditions,
  columns,
  fields,
  kinds,
}: Omit<Props, 'onChange'>): (condition: Condition) => string {
  const t = useTexts(listTexts);
  const nameOf = useColumnName();
  const said = useCellText(kinds);
  const formats = useFormats();
  const { nameOf: recordNameOf } = useRecordNames(
    conditions.flatMap(({ key, value = [] }) => {
      const field = fields.find((one) => one.key === key);
      if (field?.kind !== 'reference') return [];
      return [value].flat().map((id) => ({ idoId: Number(id), idoInstanceId: field.idoInstanceId }));
    }),
  );
  return ({ key, operator, value }) => {
    const column = columns.find((one) => one.key === key);
    const name = column === undefined ? key : nameOf(column);
    const one = (text: string): string => {
      if (column?.sort === 'reference') return recordNameOf(Number(text)) ?? text;
      if (column?.sort === 'kind') return kinds.find(({ ID }) => String(ID) === text)?.Name ?? text;
      if (column?.sort === 'moment') return said({ ...column, sort: 'date' }, text);
      return column === undefined || column.key === 'ID' ? text : said(column, text);
    };
    const list = value === undefined ? [] : typeof value === 'string' ? [value] : value;
    const shown = list.length > 3 ? formats.number(list.length) : list.map(one).join(t.or);
    return `${name} ${t.operators[operator]}${hasValue(operator) ? ` ${shown}` : ''}`;
  };
}

/** Chips of what a list is narrowed to, each of which can be changed and taken away, and a way to add another. */
export function ConditionsBar(given: Props) {
  const t = useTexts(listTexts);
  const { conditions, columns, onChange } = given;
  const textOf = useConditionText(given);
  const [open, setOpen] = useState<{ readonly index: number; readonly anchor: HTMLElement }>();
  const add = useRef<HTMLButtonElement>(null);
  const edit = (index: number, anchor: HTMLElement | null): void => {
    if (anchor !== null) setOpen({ index, anchor });
  };
  useKeys({ f: () => edit(conditions.length, add.current) });
  return (
    <div className="conditions" role="group" aria-label={t.conditions}>
      <button
        ref={add}
        type="button"
        className="condition-add"
        aria-haspopup="dialog"
        title={`${t.addCondition} (F)`}
        disabled={columns.length === 0}
        onClick={({ currentTarget }) => edit(conditions.length, currentTarget)}
      >
        <Icon name="funnel" small /> {t.addCondition}
      </button>
      {conditions.map((condition, index) => {
        const text = textOf(condition);
        return (
          <span key={`${index} ${condition.key}`} className="condition-chip">
            <button
              type="button"
              aria-haspopup="dialog"
              title={text}
              onClick={({ currentTarget }) => edit(index, currentTarget)}
            >
              {text}
            </button>
            <button
              type="button"
              aria-label={t.removeCondition(text)}
              onClick={() => {
                onChange(conditions.filter((_, at) => at !== index));
                add.current?.focus();
              }}
            >
              <Icon name="x" small />
            </button>
          </span>
        );
      })}
      {conditions.length > 1 ? (
        <Button kind="plain" onClick={() => onChange([])}>
          {t.clearConditions}
        </Button>
      ) : null}
      {open === undefined ? null : (
        <ConditionForm
          key={open.index}
          {...given}
          anchor={open.anchor}
          condition={conditions[open.index]}
          onApply={(next) =>
            onChange(
              open.index < conditions.length
                ? conditions.map((one, index) => (index === open.index ? next : one))
                : [...conditions, next],
            )
          }
          onClose={() => {
            setOpen(undefined);
            requestAnimationFrame(() => (open.anchor.isConnected ? open.anchor : add.current)?.focus());
          }}
        />
      )}
    </div>
  );
}

/** A condition beneath what it is asked from. */
function ConditionForm({
  columns,
  fields,
  kinds,
  anchor,
  condition,
  onApply,
  onClose,
}: Props & {
  anchor: HTMLElement;
  condition: Condition | undefined;
  onApply: (condition: Condition) => void;
  onClose: () => void;
}) {
  const t = useTexts(listTexts);
  const nameOf = useColumnName();
  const form = useRef<HTMLDivElement>(null);
  const defaultColumn = columns.find(({ field }) => field !== null) ?? columns[0];
  const [now, setNow] = useState<Condition>(
    condition ?? (defaultColumn === undefined ? { key: '', operator: 'is' } : begun(defaultColumn)),
  );
  const column = columns.find(({ key }) => key === now.key) ?? defaultColumn;
  useLayoutEffect(() => {
    const element = form.current;
    if (element === null) return;
    element.showPopover();
    const [box, at] = [element.getBoundingClientRect(), anchor.getBoundingClientRect()];
    element.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - box.width - 8))}px`;
    element.style.top = `${Math.max(8, Math.min(at.bottom + 4, window.innerHeight - box.height - 8))}px`;
    element.querySelector<HTMLElement>('select')?.focus();
  }, [anchor]);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const element = form.current;
    const toggled = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'closed') close.current();
    };
    element?.addEventListener('toggle', toggled);
    return () => element?.removeEventListener('toggle', toggled);
  }, []);
  if (column === undefined) return null;
  const { sort, key } = column;
  const choices =
    sort === 'kind'
      ? kinds.map(({ ID, Name }) => [String(ID), Name] as const)
      : choicesOf(fields.find((field) => field.key === key))?.map((choice) => [choice, choice] as const);
  const asSent: Condition =
    sort === 'number' && typeof now.value === 'string' ? { ...now, value: typedNumber(now.value) } : now;
  const isReady = isWhole(column, asSent);
  return (
    <div
      ref={form}
      className="condition-form menu"
      popover="auto"
      role="dialog"
      aria-label={t.condition}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!isReady) return;
          onApply(asSent);
          form.current?.hidePopover();
        }}
      >
        <SelectField
          label={t.field}
          value={key}
          options={columns.map((one) => [one.key, nameOf(one)])}
          onChange={(next) => {
            const other = columns.find((one) => one.key === next);
            if (other !== undefined) setNow(begun(other));
          }}
        />
        <SelectField
          label={t.operator}
          value={now.operator}
          options={OPERATORS_OF[sort].map((operator) => [operator, t.operators[operator]])}
          onChange={(operator) => setNow(withOperator(now, operator))}
        />
        {hasValue(now.operator) ? (
          <ConditionValue
            column={column}
            field={fields.find((field) => field.key === key)}
            choices={choices}
            now={now}
            onChange={setNow}
          />
        ) : null}
        <footer>
          <Button kind="primary" type="submit" aria-disabled={!isReady}>
            {t.apply}
          </Button>
        </footer>
      </form>
    </div>
  );
}

/** What a condition compares with: one of some, some of some, or what is typed. */
function ConditionValue({
  column: { sort, format },
  field,
  choices,
  now,
  onChange,
}: {
  column: ListColumn;
  field: FieldDefinition | undefined;
  choices: readonly (readonly [key: string, name: string])[] | undefined;
  now: Condition;
  onChange: (condition: Condition) => void;
}) {
  const t = useTexts(listTexts);
  const id = useId();
  const value = now.value ?? '';
  const text = typeof value === 'string' ? value : (value[0] ?? '');
  const list = typeof value === 'string' ? (value === '' ? [] : [value]) : value;
  const set = (next: string): void => onChange({ ...now, value: next });
  if (field?.kind === 'reference')
    return (
      <div className="field" role="group" aria-labelledby={id}>
        <span id={id} className="label">
          {t.value}
        </span>
        <ReferenceInput
          field={{ ...field, isMany: now.operator === 'anyOf' }}
          value={now.operator === 'anyOf' ? list : text}
          onChange={(next) => onChange({ ...now, value: typeof next === 'string' ? next : [...next] })}
        />
      </div>
    );
  const write = (next: string): void => onChange({ ...now, value: now.operator === 'anyOf' ? [next] : next });
  const dateKind = sort === 'time' ? 'time' : sort === 'date' || sort === 'moment' ? 'day' : undefined;
  if (dateKind !== undefined)
    return <DateField label={t.value} kind={dateKind} pattern={format} value={text} onChange={write} />;
  return now.operator === 'anyOf' && choices !== undefined ? (
    <fieldset className="condition-choices">
      <legend>{t.value}</legend>
      {choices.map(([choice, name]) => (
        <Check
          key={choice}
          label={name}
          checked={list.includes(choice)}
          onChange={({ currentTarget }) => {
            const next = currentTarget.checked ? [...list, choice] : list.filter((one) => one !== choice);
            onChange({ ...now, value: next });
          }}
        />
      ))}
    </fieldset>
  ) : choices !== undefined ? (
    <SelectField label={t.value} value={text} options={[['', ''], ...choices]} onChange={set} />
  ) : (
    <TextField
      label={t.value}
      id={id}
      inputMode={sort === 'number' ? 'decimal' : undefined}
      maxLength={500}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}
