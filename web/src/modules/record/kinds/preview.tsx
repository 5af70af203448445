import type { FieldDefinition } from '@kontor/contract/record';
import { useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { IconButton } from '../../../ui/parts.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { RecordField } from '../fields/field.tsx';
import { KindDot } from '../link-line.tsx';
import { pageTexts } from '../page/texts.ts';
import { titleOf, type Values } from '../fields/values.ts';
import { ownFields, type Design, type DesignField } from './design.ts';
import { kindTexts } from './kind-texts.ts';
import { useOutcome, type Example } from './use-example.ts';

interface Props {
  readonly design: Design;
  readonly example: Example;
  /** Shows a field in the design. */
  readonly onChoose: (id: string) => void;
}

/** A record as everybody will see it, to be written in. */
export function Preview({ design, example, onChoose }: Props) {
  const t = useTexts(kindTexts);
  const p = useTexts(pageTexts);
  const [chosen, setChosen] = useState('masterData');
  const names: Readonly<Record<string, string>> = p.tabs;
  const tabs = design.tabs
    .filter(({ isShown }) => isShown)
    .map(({ tab, title }) => ({ key: tab, label: title.trim() || (names[tab] ?? t.ownTab) }));
  const shown = tabs.find(({ key }) => key === chosen)?.key ?? tabs[0]?.key ?? 'masterData';
  const fields = ownFields(design).map(({ field }) => field);
  const title = titleOf(fields, (key) => example.values[key] ?? '');
  const isOwn = shown === 'masterData' || shown.startsWith('own:');
  const inTab = (list: readonly DesignField[]) => list.filter(({ field }) => (field.tab ?? 'masterData') === shown);
  const drawn = (list: readonly DesignField[], isOfPerson: boolean) =>
    list.map((one) => (
      <One key={one.id} one={one} isOfPerson={isOfPerson} design={design} example={example} onChoose={onChoose} />
    ));
  const [left, right] = [inTab(design.lists.left), inTab(design.lists.right)];
  return (
    <section className="kind-preview" aria-label={t.previewTitle}>
      <header>
        <h2>{t.previewTitle}</h2>
        <span className="quiet small">{example.name === undefined ? t.exampleMade : t.example(example.name)}</span>
        <span className="grow" />
        {example.isWritten ? (
          <IconButton icon="arrow-counter-clockwise" label={t.resetValues} onClick={example.reset} />
        ) : null}
      </header>
      <div className="kind-sheet">
        <p className="record-kind">
          <KindDot color={design.color} /> {design.name.trim() || t.newTitle}
        </p>
        <p className="kind-sheet-title">{title || t.emptyRecord}</p>
        {tabs.length > 0 ? <Tabs label={t.partTabs} tabs={tabs} value={shown} onChange={setChosen} /> : null}
        {isOwn ? (
          <form className="record-form" noValidate onSubmit={(event) => event.preventDefault()}>
            {left.length + right.length === 0 ? <p className="quiet">{t.noField}</p> : null}
            <div className="record-columns">
              <div className="record-fields">{drawn(left, false)}</div>
              <div className="record-fields">{drawn(right, false)}</div>
            </div>
            {shown === 'masterData' && design.lists.persons.length > 0 ? (
              <fieldset className="kind-person">
                <legend>{t.person}</legend>
                {drawn(design.lists.persons, true)}
              </fieldset>
            ) : null}
          </form>
        ) : (
          <p className="quiet">{t.otherTab}</p>
        )}
      </div>
      <p className="quiet small">{t.tryIt}</p>
    </section>
  );
}

function One({
  one: { id, field },
  isOfPerson,
  design,
  example,
  onChoose,
}: Props & { one: DesignField; isOfPerson: boolean }) {
  return (
    // Reached by keys through the field itself; a press beside it leads to its form.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the board does the same for keys
    <div
      data-preview={id}
      onClick={(event) => {
        if ((event.target as HTMLElement).closest('input, select, textarea, button, a, label') === null) onChoose(id);
      }}
    >
      {field.kind === 'computed' ? (
        <ComputedField field={field} design={design} values={example.values} />
      ) : (
        <PlainField
          field={field}
          value={example.valueOf(id, field, isOfPerson)}
          onChange={(value) => example.write(id, value)}
        />
      )}
    </div>
  );
}

const nothing = (): void => undefined;

function PlainField({
  field,
  value,
  onChange,
}: {
  field: FieldDefinition;
  value: Parameters<typeof RecordField>[0]['value'];
  onChange: Parameters<typeof RecordField>[0]['onChange'];
}) {
  return (
    <RecordField
      // Another kind of field is another one.
      key={field.kind}
      field={field}
      value={value}
      fault={undefined}
      isFixed={false}
      theirs={undefined}
      onChange={onChange}
      onTakeMine={nothing}
      onTakeTheirs={nothing}
      onWrite={undefined}
    />
  );
}

/** What is computed, anew with each value that is written. */
function ComputedField({
  field,
  design,
  values,
}: {
  field: Extract<FieldDefinition, { kind: 'computed' }>;
  design: Design;
  values: Values;
}) {
  const { outcome } = useOutcome(design, field, values);
  // What stood there last stays until the next is told.
  const [last, setLast] = useState('');
  const value = outcome === undefined ? last : 'value' in outcome ? outcome.value : '';
  if (value !== last) setLast(value);
  return <PlainField field={field} value={value} onChange={nothing} />;
}
