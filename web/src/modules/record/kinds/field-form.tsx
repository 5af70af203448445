import {
  MAX_LABEL,
  NOT_OF_PERSONS,
  UNIQUE_KINDS,
  type FieldDefinition,
  type KindFault,
  type RecordInstance,
  type RenamedChoice,
} from '@kontor/contract/record';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Check, SelectField, TextField } from '../../../ui/fields.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import type { Values } from '../fields/values.ts';
import { BeginningField } from './beginning-field.tsx';
import { keysBeside, type Design, type DesignField, type ListName } from './design.ts';
import { asKind } from './designing.ts';
import { controlOf, saidFault, type Control } from './faults.ts';
import { formTexts } from './form-texts.ts';
import { keyFault } from './keys.ts';
import { kindTexts } from './kind-texts.ts';
import { OwnOfKind } from './own-of-kind.tsx';
import { FIELD_KINDS } from './presets.ts';
import { RenamedChoices } from './renamed-choices.tsx';
import { RightsField } from './rights-field.tsx';

export interface FieldActs {
  readonly write: (field: FieldDefinition, of: string) => void;
  readonly rename: (change: RenamedChoice) => void;
  readonly move: (by: -1 | 1) => void;
  readonly toOther: (() => void) | undefined;
  readonly duplicate: () => void;
  readonly retire: () => void;
}

interface Props {
  readonly design: Design;
  readonly list: ListName;
  readonly one: DesignField;
  readonly faults: readonly KindFault[];
  readonly kinds: readonly RecordInstance[];
  readonly values: Values;
  /** It was added just now: its label is to be written. */
  readonly isBegun: boolean;
  readonly acts: FieldActs;
}

/** All that can be said of one field. */
export function FieldForm({ design, list, one, faults, kinds, values, isBegun, acts }: Props) {
  const t = useTexts(formTexts);
  const k = useTexts(kindTexts);
  const form = useRef<HTMLDivElement>(null);
  const { field } = one;
  const isOfPersons = list === 'persons';
  const faultOf = (control: Control): string | undefined => {
    const found = faults.find((fault) => controlOf(fault) === control);
    return found === undefined ? undefined : saidFault(k, found);
  };
  const keyIsWrong = keyFault(field.key, keysBeside(design, list, one.id));
  const general = faults.filter((fault) => controlOf(fault) === 'whole');
  useEffect(() => {
    const label = form.current?.querySelector<HTMLInputElement>('[name=label]');
    if (!isBegun || !label) return;
    label.focus();
    label.select();
  }, [isBegun]);
  const write = (part: object, of: string): void => {
    const next = Object.entries({ ...field, ...part }).filter(([, value]) => value !== undefined);
    acts.write(Object.fromEntries(next) as FieldDefinition, `${one.id} ${of}`);
  };
  const choiceOfKinds = FIELD_KINDS.filter(
    (kind) => !isOfPersons || !(NOT_OF_PERSONS as readonly string[]).includes(kind),
  );
  return (
    <div ref={form} className="kind-form form" role="region" aria-label={t.title(field.label)}>
      <FieldHead one={one} list={list} acts={acts} />
      {general.map((fault) => (
        <p key={`${fault.why} ${fault.detail}`} className="fault" role="alert">
          {saidFault(k, fault)}
        </p>
      ))}
      <TextField
        name="label"
        label={t.label}
        maxLength={MAX_LABEL}
        autoComplete="off"
        fault={faultOf('label')}
        value={field.label}
        onChange={({ currentTarget }) => write({ label: currentTarget.value }, 'label')}
      />
      <SelectField
        label={t.kind}
        hint={one.isStored ? t.kindHint : undefined}
        fault={faultOf('kind')}
        value={field.kind}
        options={choiceOfKinds.map((kind) => [kind, t.kinds[kind]])}
        onChange={(kind) =>
          acts.write(asKind(field, kind, { choice: t.choice, kindId: kinds[0]?.ID ?? 0 }), `${one.id} kind`)
        }
      />
      <TextField
        label={t.key}
        hint={one.isStored ? t.keyFixed : t.keyHint}
        fault={one.isStored ? undefined : keyIsWrong === undefined ? faultOf('key') : t.keyFaults[keyIsWrong]}
        readOnly={one.isStored}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
        value={field.key}
        onChange={({ currentTarget }) => write({ key: currentTarget.value.trim() }, 'key')}
      />
      <OwnOfKind field={field} design={design} kinds={kinds} values={values} faultOf={faultOf} onChange={write} />
      <RenamedChoices one={one} onRename={acts.rename} />
      <TextField
        label={t.help}
        hint={t.helpHint}
        fault={faultOf('help')}
        maxLength={500}
        autoComplete="off"
        value={field.help ?? ''}
        onChange={({ currentTarget }) => write({ help: currentTarget.value || undefined }, 'help')}
      />
      <FieldChecks field={field} isOfPersons={isOfPersons} onChange={write} />
      <BeginningField field={field} fault={faultOf('begins')} isOfPersons={isOfPersons} onChange={write} />
      {isOfPersons ? null : <TabField field={field} tabs={design.tabs} fault={faultOf('tab')} onChange={write} />}
      <RightsField rights={field.rights} fault={faultOf('rights')} onChange={(rights) => write({ rights }, 'rights')} />
    </div>
  );
}

/** What a field is called, and what can be done with it as a whole. */
function FieldHead({ one, list, acts }: Pick<Props, 'one' | 'list' | 'acts'>) {
  const t = useTexts(formTexts);
  return (
    <header className="kind-acts">
      <h2>{one.field.label}</h2>
      <IconButton icon="arrow-up" label={t.up} onClick={() => acts.move(-1)} />
      <IconButton icon="arrow-down" label={t.down} onClick={() => acts.move(1)} />
      {acts.toOther === undefined ? null : (
        <IconButton icon={list === 'left' ? 'caret-right' : 'caret-left'} label={t.toOther} onClick={acts.toOther} />
      )}
      <IconButton icon="copy" label={t.duplicate} onClick={acts.duplicate} />
      <IconButton icon="trash" label={one.isStored ? `${t.remove}: ${t.removeHint}` : t.remove} onClick={acts.retire} />
    </header>
  );
}

interface PartProps {
  readonly field: FieldDefinition;
  /** `of`: names what of the field is written. */
  readonly onChange: (part: object, of: string) => void;
}

/** Whether the field is demanded, is there once, and names its record. */
function FieldChecks({ field, isOfPersons, onChange }: PartProps & { isOfPersons: boolean }) {
  const t = useTexts(formTexts);
  const isUniqueOffered =
    (UNIQUE_KINDS as readonly string[]).includes(field.kind) && !(field.kind === 'reference' && field.isMany === true);
  return (
    <fieldset className="kind-checks">
      <legend>{t.rules}</legend>
      {field.kind === 'computed' ? null : (
        <Check
          label={t.isRequired}
          checked={field.isRequired}
          onChange={({ currentTarget }) => onChange({ isRequired: currentTarget.checked }, 'isRequired')}
        />
      )}
      {isUniqueOffered && !isOfPersons ? (
        <Check
          label={t.isUnique}
          checked={field.isUnique === true}
          onChange={({ currentTarget }) => onChange({ isUnique: currentTarget.checked || undefined }, 'isUnique')}
        />
      ) : null}
      {field.kind === 'reference' ? null : (
        <Check
          label={isOfPersons ? t.isPersonTitle : t.isTitle}
          hint={isOfPersons ? undefined : t.isTitleHint}
          checked={field.isTitle}
          onChange={({ currentTarget }) => onChange({ isTitle: currentTarget.checked }, 'isTitle')}
        />
      )}
    </fieldset>
  );
}

/** The tab that the field stands in, where there is more than the first. */
function TabField({ field, tabs, fault, onChange }: PartProps & { tabs: Design['tabs']; fault: string | undefined }) {
  const t = useTexts(formTexts);
  const k = useTexts(kindTexts);
  const ownTabs = tabs.filter(({ tab }) => tab.startsWith('own:'));
  if (ownTabs.length === 0) return null;
  return (
    <SelectField
      label={t.tab}
      fault={fault}
      value={field.tab ?? 'masterData'}
      options={[
        ['masterData', t.masterData],
        ...ownTabs.map(({ tab, title }) => [tab, title.trim() || k.ownTab] as const),
      ]}
      onChange={(tab) => onChange({ tab: tab === 'masterData' ? undefined : tab }, 'tab')}
    />
  );
}
