import { Suspense, useState, type ReactNode } from 'react';
import type { RecordPart } from '../../../shell/manifest.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { Button, StatePage } from '../../../ui/parts.tsx';
import { linkItems } from '../asking.ts';
import { itemTexts } from '../item-picker-texts.ts';
import { personName, type Model } from '../fields/values.ts';
import { ChangeLog } from './change-log.tsx';
import { Frame } from './frame.tsx';
import { PrintView } from './print-view.tsx';
import { Related } from './related.tsx';
import { relatedTexts } from './related-texts.ts';
import { pageTexts } from './texts.ts';
import { TimeLine } from './time-line.tsx';

const DOCUMENTS = { moduleIds: ['document'] } as const;

interface Props {
  readonly model: Model;
  readonly isGone: boolean;
  readonly onChanged: () => void;
}

/** What a tab shows beside the master data. */
export function TabContent({ tab, ...given }: Props & { tab: string }) {
  const r = useTexts(relatedTexts);
  const t = useTexts(pageTexts);
  const { model } = given;
  const { idoId, idoInstanceId, title } = model;
  const about = { idoId, instanceId: idoInstanceId };
  const record = { idoId, idoInstanceId, displayName: title };
  switch (tab) {
    case 'activity':
      return (
        <>
          <div className="happened-writing">
            <OfModules part="activity" model={model}>
              {null}
            </OfModules>
            <LinkItems model={model} />
          </div>
          <TimeLine about={about} record={record} hasRelated />
        </>
      );
    case 'document':
      return (
        <OfModules part="document" model={model}>
          <TimeLine about={about} record={record} fixed={DOCUMENTS} nothing={t.noDocuments} />
        </OfModules>
      );
    case 'mailAttachment':
      return <OfModules part="mailAttachment" model={model} />;
    case 'iframe':
      return <Frame model={model} />;
    case 'relations':
      return (
        <>
          <section className="record-related" aria-label={r.title}>
            <h2>{r.title}</h2>
            <Related record={{ idoId: model.idoId, idoInstanceId: model.idoInstanceId }} />
          </section>
          <section aria-label={r.persons}>
            <h2 className="record-part">{r.persons}</h2>
            <WithPersons model={model} />
          </section>
        </>
      );
    case 'changeLog':
      return <ChangeLog {...given} />;
    case 'print':
      return <PrintView model={model} />;
    default:
      return null;
  }
}

/** Links what is there already with the record. */
function LinkItems({ model: { idoId, idoInstanceId, title } }: { model: Model }) {
  const t = useTexts(itemTexts);
  return (
    <Button icon="link" onClick={() => linkItems({ records: [{ idoId, idoInstanceId }], name: title })}>
      {t.offer}
    </Button>
  );
}

/** What other modules have about a record in a part of its page, around what the page itself has; that alone where none has anything. */
function OfModules({ part, model, children }: { part: RecordPart; model: Model; children?: ReactNode }) {
  const { modules } = useShell();
  const t = useTexts(pageTexts);
  const persons = model.model.contactPersons.map((person) => ({
    id: person.contactPersonId,
    name: personName(person) || `#${person.contactPersonId}`,
  }));
  const { idoId, idoInstanceId, title } = model;
  const parts = modules.flatMap(({ name, inRecords }) => {
    const Part = inRecords?.[part];
    return Part === undefined ? [] : [{ name, Part }];
  });
  if (parts.length === 0) return children ?? <p className="quiet">{t.notYours}</p>;
  return parts.map(({ name, Part }) => (
    <Suspense key={name}>
      <Part idoId={idoId} idoInstanceId={idoInstanceId} title={title} persons={persons}>
        {children}
      </Part>
    </Suspense>
  ));
}

/** The history of one contact person: everything with them, whether it is linked with the record or not. */
function WithPersons({ model }: { model: Model }) {
  const t = useTexts(pageTexts);
  const r = useTexts(relatedTexts);
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
          label={r.persons}
          value={shown.id}
          options={persons.map(({ id, name }) => [id, name] as const)}
          onChange={setChosen}
        />
      ) : (
        <div className="record-people" role="group" aria-label={r.persons}>
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
