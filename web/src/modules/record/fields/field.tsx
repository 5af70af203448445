import { saidDay, type FieldDefinition, type FieldFault, type ModelField, type Value } from '@kontor/contract/record';
import { useId, useState, type CSSProperties, type ReactNode } from 'react';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { TextWithNumbers } from '../../../shell/numbers/phone-number.tsx';
import { DateInput } from '../../../shell/dates/date-field.tsx';
import { Check } from '../../../ui/fields.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { FieldActions } from './field-actions.tsx';
import { useShowRecord } from '../address.ts';
import { fieldTexts } from './field-texts.ts';
import { TextArea } from './text-area.tsx';
import { NumberInput, saidNumber } from './number-input.tsx';
import { ReferenceInput, ReferenceShown } from './reference.tsx';
import { isMany, mayBeWritten } from './values.ts';

const listOf = (value: Value): readonly string[] => (typeof value === 'string' ? [] : value);
const textOf = (value: Value): string => (typeof value === 'string' ? value : value.join(', '));

interface Props {
  readonly field: FieldDefinition | ModelField;
  readonly value: Value;
  readonly fault: FieldFault | undefined;
  /** Only to be read. */
  readonly isFixed: boolean;
  /** What somebody else has stored meanwhile, where that is in question. */
  readonly theirs: Value | undefined;
  readonly isFocused?: boolean;
  /** What stands beside the label. */
  readonly aside?: ReactNode;
  readonly onChange: (value: Value) => void;
  readonly onTakeMine: () => void;
  readonly onTakeTheirs: () => void;
  /** Writes to these addresses; undefined where the person may not. */
  readonly onWrite: ((addresses: readonly string[]) => void) | undefined;
}

/** One field of a record, with what can be done with what stands in it. */
export function RecordField(props: Props) {
  const { field, value, fault, theirs, onWrite } = props;
  const isFixed = props.isFixed || !mayBeWritten(field);
  const t = useTexts(fieldTexts);
  const id = useId();
  const isGroup = !isFixed && (isMany(field) || field.kind === 'singleChoiceRadio' || field.kind === 'reference');
  const described = [fault === undefined ? [] : `${id}-fault`, field.help ? `${id}-help` : []].flat().join(' ');
  const label = (
    <>
      {field.label}
      {field.isRequired && !isFixed ? (
        <span className="record-required" title={t.required} aria-hidden="true">
          {' '}
          *
        </span>
      ) : null}
    </>
  );
  const name =
    isGroup || isFixed ? (
      <span id={`${id}-label`} className="label">
        {label}
      </span>
    ) : (
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
    );
  const input = isFixed ? (
    <Fixed field={field} value={value} labelledBy={`${id}-label`} />
  ) : (
    <Input {...props} id={id} describedBy={described === '' ? undefined : described} />
  );
  return (
    <div
      className="field record-field"
      data-field={field.key}
      role={isGroup ? 'group' : undefined}
      aria-labelledby={isGroup ? `${id}-label` : undefined}
    >
      {props.aside === undefined ? (
        name
      ) : (
        <div className="record-label">
          {name}
          {props.aside}
        </div>
      )}
      <div className="record-value">
        {input}
        {field.kind === 'textField' ? (
          <FieldActions icons={field.actionIcons} label={field.label} text={textOf(value)} onWrite={onWrite} />
        ) : null}
      </div>
      {fault === undefined ? null : (
        <span id={`${id}-fault`} className="fault" role="alert">
          {t.faults[fault.why]}
          {fault.other === undefined ? null : <OtherRecord other={fault.other} />}
        </span>
      )}
      {field.help ? (
        <span id={`${id}-help`} className="quiet small">
          {field.help}
        </span>
      ) : null}
      {theirs === undefined ? null : <Conflict {...props} theirs={theirs} />}
    </div>
  );
}

/** The record that has the value already. */
function OtherRecord({ other }: { other: NonNullable<FieldFault['other']> }) {
  const showRecord = useShowRecord();
  return (
    <>
      {' '}
      <button type="button" className="record-other" onClick={() => showRecord(other)}>
        {other.displayName}
      </button>
    </>
  );
}

/** What stands in a field, to be read. */
function Fixed({
  field,
  value,
  labelledBy,
}: {
  field: FieldDefinition | ModelField;
  value: Value;
  labelledBy: string;
}) {
  const t = useTexts(fieldTexts);
  const said = useSaid();
  const text = said(field, value);
  return (
    <p className="record-fixed" aria-labelledby={labelledBy}>
      {field.kind === 'reference' ? (
        <ReferenceShown field={field} value={value} />
      ) : field.kind === 'textarea' ? (
        <TextWithNumbers text={text || t.nothing} />
      ) : (
        text || t.nothing
      )}
    </p>
  );
}

/** A value as it is read: dates as their field has them, numbers and what is computed in the person's way. */
export function useSaid(): (field: FieldDefinition, value: Value) => string {
  const language = useLanguage();
  return (field, value) => {
    if (typeof value !== 'string') return value.join(', ');
    const isComputed = (result: string) => field.kind === 'computed' && field.result === result;
    if ((field.kind === 'textField' && field.isNumber === true) || isComputed('number'))
      return saidNumber(value, language, field.kind === 'computed' ? field.decimals : undefined);
    if (field.kind === 'datefield') return saidDay(value, field.format);
    if (!isComputed('date') || value === '') return value;
    const date = new Date(`${value}T00:00:00Z`);
    return Number.isNaN(date.getTime())
      ? value
      : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
  };
}

function Input({ id, describedBy, ...props }: Props & { id: string; describedBy: string | undefined }) {
  const t = useTexts(fieldTexts);
  const { field, value, fault, isFocused = false, onChange } = props;
  const text = textOf(value);
  const shared = {
    id,
    className: 'input',
    'aria-invalid': fault !== undefined,
    'aria-describedby': describedBy,
    'aria-required': field.isRequired,
    autoFocus: isFocused,
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  switch (field.kind) {
    case 'singleChoiceSelect':
      return (
        <select {...shared}>
          <option value="">{field.isRequired ? t.choose : t.nothing}</option>
          {withStored(field.choices, text).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case 'singleChoiceRadio':
      return (
        <Choices>
          {[...(field.isRequired ? [] : ['']), ...withStored(field.choices, text)].map((choice) => (
            <label key={choice} className="check">
              <input type="radio" name={id} checked={choice === text} onChange={() => onChange(choice)} />
              <span>{choice === '' ? t.none : choice}</span>
            </label>
          ))}
        </Choices>
      );
    case 'multiplechoice':
    case 'checkboxgroup': {
      const chosen = listOf(value);
      const all = [...field.choices, ...chosen.filter((one) => !field.choices.includes(one))];
      return (
        <Choices>
          {all.map((choice) => (
            <Check
              key={choice}
              label={choice}
              checked={chosen.includes(choice)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, choice] : chosen.filter((one) => one !== choice))
              }
            />
          ))}
        </Choices>
      );
    }
    case 'multiplechoiceTag':
      return <Tags id={id} label={field.label} choices={field.choices} value={listOf(value)} onChange={onChange} />;
    case 'datefield':
    case 'timefield':
      return <Dated {...props} id={id} describedBy={describedBy} />;
    case 'textarea':
      return <TextArea {...shared} />;
    case 'reference':
      return <ReferenceInput field={field} value={value} onChange={onChange} />;
    case 'computed':
      // Drawn to be read alone.
      return null;
    case 'textField':
      if (field.isNumber === true) {
        const { onChange: _onChange, ...rest } = shared;
        return <NumberInput {...rest} onWrite={onChange} />;
      }
      return <input {...shared} {...typingOf(field.actionIcons)} autoComplete="off" />;
  }
}

/** A day in the format of its field, or a time between its limits. */
function Dated({
  field,
  value,
  fault,
  isFocused,
  onChange,
  id,
  describedBy,
}: Props & { id: string; describedBy: string | undefined }) {
  const [own, setOwn] = useState<string>();
  const ofKind =
    field.kind === 'timefield'
      ? { kind: 'time' as const, min: field.minValue, max: field.maxValue, minutes: field.increment }
      : field.kind === 'datefield'
        ? { kind: 'day' as const, pattern: field.format, style: { '--width': `${field.width}px` } as CSSProperties }
        : undefined;
  if (ofKind === undefined) return null;
  return (
    <>
      <DateInput
        {...ofKind}
        id={id}
        keepsWrong
        aria-invalid={(fault ?? own) !== undefined}
        aria-describedby={describedBy}
        aria-required={field.isRequired}
        autoFocus={isFocused}
        value={textOf(value)}
        onChange={onChange}
        onFault={setOwn}
      />
      {own === undefined || fault !== undefined ? null : (
        <span className="fault" role="alert">
          {own}
        </span>
      )}
    </>
  );
}

/** Which keyboard a phone shows. The kind stays text: a field may hold several addresses. */
const typingOf = (icons: readonly string[]) =>
  icons.includes('mail')
    ? { inputMode: 'email' as const, spellCheck: false }
    : icons.includes('phone')
      ? { inputMode: 'tel' as const, spellCheck: false }
      : icons.includes('link')
        ? { inputMode: 'url' as const, spellCheck: false }
        : {};

/** What is stored stays to be seen, even where the kind has it no more. */
const withStored = (choices: readonly string[], stored: string): readonly string[] =>
  stored === '' || choices.includes(stored) ? choices : [...choices, stored];

const Choices = ({ children }: { children: ReactNode }) => <div className="record-choices">{children}</div>;

function Tags({
  id,
  label,
  choices,
  value,
  onChange,
}: {
  id: string;
  label: string;
  choices: readonly string[];
  value: readonly string[];
  onChange: (value: Value) => void;
}) {
  const t = useTexts(fieldTexts);
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const tag = typed.trim();
    if (tag !== '' && !value.includes(tag)) onChange([...value, tag]);
    setTyped('');
  };
  return (
    <div className="record-tags">
      {value.map((tag) => (
        <span key={tag} className="record-tag">
          {tag}
          <button
            type="button"
            aria-label={t.removeTag(tag)}
            onClick={() => onChange(value.filter((one) => one !== tag))}
          >
            <Icon name="x" small />
          </button>
        </span>
      ))}
      <input
        className="input"
        list={`${id}-choices`}
        aria-label={t.newTag(label)}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ',') {
            if (typed.trim() === '') return;
            event.preventDefault();
            add();
          } else if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1));
        }}
      />
      <datalist id={`${id}-choices`}>
        {choices
          .filter((choice) => !value.includes(choice))
          .map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
      </datalist>
    </div>
  );
}

/** Both values side by side, and the choice between them. */
function Conflict({ field, value, theirs, onTakeMine, onTakeTheirs }: Props & { theirs: Value }) {
  const t = useTexts(fieldTexts);
  const said = useSaid();
  return (
    <div className="record-conflict" role="group" aria-label={`${field.label}: ${t.conflict}`}>
      <p>
        <Icon name="warning" small /> {t.conflict}
      </p>
      <div className="record-versions">
        <div>
          <span className="quiet small">{t.mine}</span>
          <p>
            {field.kind === 'reference' ? (
              <ReferenceShown field={field} value={value} />
            ) : (
              said(field, value) || t.empty
            )}
          </p>
          <Button aria-label={`${t.keepMine}: ${field.label}`} onClick={onTakeMine}>
            {t.keepMine}
          </Button>
        </div>
        <div>
          <span className="quiet small">{t.theirs}</span>
          <p>
            {field.kind === 'reference' ? (
              <ReferenceShown field={field} value={theirs} />
            ) : (
              said(field, theirs) || t.empty
            )}
          </p>
          <Button aria-label={`${t.takeTheirs}: ${field.label}`} onClick={onTakeTheirs}>
            {t.takeTheirs}
          </Button>
        </div>
      </div>
    </div>
  );
}
