import type { FieldDefinition } from '@kontor/contract/record';
import { useRef, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { BackTo } from '../../../ui/back-to.tsx';

import { Tabs } from '../../../ui/tabs.tsx';
import { useKinds } from '../use-kinds.ts';
import type { Values } from '../fields/values.ts';
import { ChosenField, chosenIn } from './chosen-field.tsx';
import { ColumnsPart } from './columns-part.tsx';
import type { DesignField, ShownList } from './design.ts';
import { addField, bringBack } from './designing.ts';
import type { Faults } from './faults.ts';
import { FieldBoard } from './field-board.tsx';
import { formTexts } from './form-texts.ts';
import { kindTexts } from './kind-texts.ts';
import type { Preset } from './presets.ts';
import { RetiredFields } from './retired-fields.tsx';
import { TabsPart } from './tabs-part.tsx';
import type { Designing } from './use-design.ts';

type Part = 'fields' | 'persons' | 'tabs' | 'list';
const RECORD_LISTS: readonly ShownList[] = ['left', 'right'];
const PERSON_LISTS: readonly ShownList[] = ['persons'];
const MASTER_DATA = 'masterData';

interface Props {
  readonly designing: Designing;
  readonly faults: Faults;
  readonly kindId: number;
  readonly values: Values;
  readonly selected: string | undefined;
  /** Whether the form of a field stands beside the fields, or in their place. */
  readonly isBeside: boolean;
  readonly onSelect: (id: string | undefined) => void;
}

/** What is designed: fields, contact persons, tabs, list; and the form of the field that is chosen. */
export function DesignPane({ isBeside, ...given }: Props) {
  const { designing, faults, selected, onSelect } = given;
  const t = useTexts(kindTexts);
  const f = useTexts(formTexts);
  const [part, setPart] = useState<Part>('fields');
  const [tab, setTab] = useState<string>(MASTER_DATA);
  /** The field that was added last: its label is written first. */
  const [begun, setBegun] = useState<string>();
  const pane = useRef<HTMLDivElement>(null);
  const chosen = chosenIn(designing.design, selected);
  // Where a field of another part is chosen, as in the preview, that part is shown.
  const [seen, setSeen] = useState<string>();
  if (selected !== seen) {
    setSeen(selected);
    if (chosen !== undefined) {
      setPart(chosen.list === 'persons' ? 'persons' : 'fields');
      if (chosen.list !== 'persons') setTab(chosen.one.field.tab ?? MASTER_DATA);
    }
  }
  const begin = (id: string): void => {
    setBegun(id);
    onSelect(id);
  };
  // What had the focus is gone.
  const leave = (id: string | undefined): void => {
    onSelect(undefined);
    const own = id === undefined ? '' : `[data-card="${CSS.escape(id)}"], `;
    requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>(`${own}.kind-card, [role=tab]`)?.focus());
  };
  const isOfFields = part === 'fields' || part === 'persons';
  const form =
    chosen === undefined || !isOfFields ? null : (
      <ChosenField
        designing={designing}
        chosen={chosen}
        faults={faults}
        values={given.values}
        isBegun={begun === chosen.one.id}
        onCopied={begin}
        onRetired={() => leave(undefined)}
      />
    );
  if (form !== null && !isBeside)
    return (
      <div className="kind-design" ref={pane}>
        <BackTo label={f.back} onBack={() => leave(selected)} />
        {form}
      </div>
    );
  return (
    <>
      <div className="kind-design" ref={pane}>
        <Tabs<Part>
          label={t.parts}
          value={part}
          tabs={[
            { key: 'fields', label: t.partFields },
            { key: 'persons', label: t.partPersons },
            { key: 'tabs', label: t.partTabs },
            { key: 'list', label: t.partList },
          ]}
          onChange={setPart}
        />
        {isOfFields ? (
          <Fields {...given} isOfPersons={part === 'persons'} tab={tab} onTab={setTab} onBegun={begin} />
        ) : part === 'tabs' ? (
          <TabsPart design={designing.design} faults={faults} onChange={designing.change} />
        ) : (
          <ColumnsPart design={designing.design} onChange={designing.change} />
        )}
      </div>
      {isBeside && isOfFields ? (
        <div className="kind-inspector">{form ?? <p className="quiet">{t.choose}</p>}</div>
      ) : null}
    </>
  );
}

/** The fields of the record, or of its contact persons, with those that were taken out. */
function Fields({
  designing: { design, change },
  faults,
  kindId,
  selected,
  isOfPersons,
  tab,
  onTab,
  onSelect,
  onBegun,
}: Omit<Props, 'isBeside'> & {
  isOfPersons: boolean;
  tab: string;
  onTab: (tab: string) => void;
  onBegun: (id: string) => void;
}) {
  const t = useTexts(kindTexts);
  const f = useTexts(formTexts);
  const client = useClient();
  const kinds = useKinds() ?? [];
  const ownTabs = isOfPersons ? [] : design.tabs.filter((one) => one.tab.startsWith('own:'));
  const shownTab = ownTabs.some((one) => one.tab === tab) ? tab : MASTER_DATA;
  const add = ({ field }: Preset, list: ShownList): void => {
    const id = client.env.newId();
    const inTab = shownTab === MASTER_DATA ? field : ({ ...field, tab: shownTab } satisfies FieldDefinition);
    change(addField(design, { id, field: inTab, list }), { kind: 'add' });
    onBegun(id);
  };
  const back = (one: DesignField): void => {
    change(bringBack(design, one.id), { kind: 'back' });
    onSelect(one.id);
  };
  return (
    <>
      {ownTabs.length === 0 ? null : (
        <SelectField
          label={t.tabFields}
          value={shownTab}
          options={[
            [MASTER_DATA, f.masterData],
            ...ownTabs.map((one) => [one.tab, one.title.trim() || t.ownTab] as const),
          ]}
          onChange={onTab}
        />
      )}
      {isOfPersons && design.lists.persons.length === 0 ? <p className="quiet">{t.noPersons}</p> : null}
      <FieldBoard
        design={design}
        lists={isOfPersons ? PERSON_LISTS : RECORD_LISTS}
        tab={ownTabs.length === 0 ? undefined : shownTab}
        faults={faults}
        selected={selected}
        kindId={kindId || (kinds[0]?.ID ?? 0)}
        onSelect={onSelect}
        onAdd={add}
        onChange={change}
      />
      <RetiredFields fields={isOfPersons ? design.lists.retiredOfPersons : design.lists.retired} onBringBack={back} />
    </>
  );
}
