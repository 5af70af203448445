import { Suspense, useState } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { Button, StatePage } from '../../../ui/parts.tsx';
import { personName, type Model } from '../values.ts';
import { ChangeLog } from './change-log.tsx';
import { PrintView } from './print-view.tsx';
import { pageTexts } from './texts.ts';
import { TimeLine } from './time-line.tsx';

/** The tabs of a record of a kind that says nothing of its own. */
const USUAL = ['masterData', 'activity', 'relations', 'document', 'mailAttachment', 'changeLog', 'print'];

export interface RecordTab {
  readonly key: string;
  readonly label: string;
}

/** The tabs of a record, as its kind has them. A kind without contact persons has no tab of them. */
export function tabsOf({ model }: Model, names: Readonly<Record<string, string>>): readonly RecordTab[] {
  const { tabConfiguration } = model;
  const given = tabConfiguration.length > 0 ? tabConfiguration : USUAL.map((tab) => ({ tab, title: '' }));
  return given
    .filter(({ tab }) => tab in names)
    .map(({ tab, title }) => ({ key: tab, label: title || (names[tab] ?? tab) }));
}

interface Given {
  readonly model: Model;
  readonly isGone: boolean;
  readonly onChanged: () => void;
}

/** What a tab shows beside the master data. */
export function TabContent({ tab, ...given }: Given & { tab: string }) {
  const { model } = given;
  const about = { idoId: model.idoId, instanceId: model.idoInstanceId };
  switch (tab) {
    case 'activity':
      return (
        <>
          <Writing model={model} />
          <TimeLine about={about} />
        </>
      );
    case 'document':
      return <TimeLine about={about} fixed={{ moduleIds: ['document'] }} />;
    case 'mailAttachment':
      return <TimeLine about={about} fixed={{ moduleIds: ['email'], search: 'has:attachment' }} />;
    case 'relations':
      return <WithPersons model={model} />;
    case 'changeLog':
      return <ChangeLog {...given} />;
    case 'print':
      return <PrintView model={model} />;
    default:
      return null;
  }
}

/** What other modules have to write into the history with. */
function Writing({ model: { idoId, idoInstanceId, title, model } }: { model: Model }) {
  const { modules } = useShell();
  const persons = model.contactPersons.map((person) => ({
    id: person.contactPersonId,
    name: personName(person) || `#${person.contactPersonId}`,
  }));
  return (
    <div className="happened-writing">
      {modules.map(({ name, inHistory: Box }) =>
        Box === undefined ? null : (
          <Suspense key={name}>
            <Box idoId={idoId} idoInstanceId={idoInstanceId} title={title} persons={persons} />
          </Suspense>
        ),
      )}
    </div>
  );
}

/** The history of one contact person: everything with them, whether it is linked with the record or not. */
function WithPersons({ model }: { model: Model }) {
  const t = useTexts(pageTexts);
  const persons = model.model.contactPersons.map((person) => ({
    id: String(person.contactPersonId),
    name: personName(person) || `#${person.contactPersonId}`,
  }));
  const [chosen, setChosen] = useState(persons[0]?.id ?? '');
  const shown = persons.find(({ id }) => id === chosen) ?? persons[0];
  if (shown === undefined)
    return (
      <StatePage icon="users" title={t.noPersons}>
        {t.noPersonsHint}
      </StatePage>
    );
  const about = { idoId: model.idoId, instanceId: model.idoInstanceId, contactPersonId: Number(shown.id) };
  return (
    <>
      {persons.length > 8 ? (
        <SelectField
          label={t.tabs['relations'] ?? ''}
          value={shown.id}
          options={persons.map(({ id, name }) => [id, name] as const)}
          onChange={setChosen}
        />
      ) : (
        <div className="record-people" role="group" aria-label={t.tabs['relations']}>
          {persons.map(({ id, name }) => (
            <Button key={id} icon="user" aria-pressed={id === shown.id} onClick={() => setChosen(id)}>
              {name}
            </Button>
          ))}
        </div>
      )}
      <TimeLine key={shown.id} about={about} label={t.ofPerson(shown.name)} />
    </>
  );
}
