import { MAX_CONTACT_PERSONS, recordCommands, type FieldDefinition } from '@kontor/contract/record';
import { useState } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../shell/index.ts';
import { NumbersOf } from '../../shell/numbers/numbers-of.ts';
import { Button, IconButton } from '../../ui/parts.tsx';
import { historyHref, useShowRecord } from './address.ts';
import { dialogTexts } from './dialog-texts.ts';
import { Fields, type FieldsProps } from './fields/columns.tsx';
import { useHints } from './merging/use-hints.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { sayPersonRemoved } from './restoring.ts';
import { texts } from './texts.ts';
import type { EditTarget } from './edited-parts.ts';
import { problemOf } from './use-links.ts';
import { personName, titleOf, type Model } from './fields/values.ts';

interface Person {
  readonly contactPersonId: number;
  readonly name: string;
}

/** The contact persons of a record, each a line that opens. */
export function Persons({
  model,
  fields,
  onChanged,
  ...shared
}: FieldsProps & { model: Model; fields: readonly FieldDefinition[]; onChanged: () => void }) {
  const t = useTexts(dialogTexts);
  const { tabs, notices } = useShell();
  const client = useClient();
  const language = useLanguage();
  const { editing, isFixed } = shared;
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set());
  const [removing, setRemoving] = useState<Person>();
  // Who is gone from what is stored may come back, whoever brings them.
  const isThere = (id: number): boolean =>
    model.model.contactPersons.some(({ contactPersonId }) => contactPersonId === id);
  if (![...removed].every(isThere)) setRemoved(new Set([...removed].filter(isThere)));
  const stored = model.model.contactPersons.filter(({ contactPersonId }) => !removed.has(contactPersonId));
  const count = stored.length + editing.people.length;
  if (fields.length === 0 || (count === 0 && isFixed)) return null;
  const nameIn = (target: EditTarget, known: string): string => {
    const { edits } = editing.partOf(target);
    return Object.keys(edits).length === 0 ? known : titleOf(fields, (key) => edits[key]?.value ?? '') || known;
  };
  return (
    <section className="record-persons">
      <h2>{t.persons(count)}</h2>
      {stored.map((person) => {
        const target: EditTarget = `person ${person.contactPersonId}`;
        const { faults, conflicts } = editing.partOf(target);
        const name = personName(person) || t.unnamedPerson;
        const isWrong = Object.keys(faults).length + Object.keys(conflicts).length > 0;
        return (
          <details key={person.contactPersonId} className="record-person" open={isWrong || undefined}>
            <summary>
              <span className="record-person-name">{name}</span>
              <PersonHint person={person.fields} name={name} />
            </summary>
            <PersonFields {...shared} model={model} target={target} fields={person.fields} />
            <Button
              kind="plain"
              icon="clock-counter-clockwise"
              onClick={() =>
                tabs.open(
                  historyHref({
                    idoId: model.idoId,
                    idoInstanceId: model.idoInstanceId,
                    personId: person.contactPersonId,
                  }),
                  'beside',
                )
              }
            >
              {t.historyOf(name)}
            </Button>
            {isFixed ? null : (
              <Button
                kind="plain"
                icon="trash"
                onClick={() => setRemoving({ contactPersonId: person.contactPersonId, name })}
              >
                {t.removePerson(name)}
              </Button>
            )}
          </details>
        );
      })}
      {editing.people.map(({ target, storedAs }) => (
        <section key={target} className="record-person" aria-label={t.newPerson}>
          <header>
            <span className="record-person-name">{nameIn(target, t.newPerson)}</span>
            {storedAs === undefined ? (
              <IconButton icon="x" label={t.discardPerson} onClick={() => editing.forget(target)} />
            ) : null}
          </header>
          <PersonFields
            {...shared}
            model={model}
            isFixed={isFixed || storedAs !== undefined}
            target={target}
            fields={fields}
            isFocused
          />
        </section>
      ))}
      {isFixed || count >= MAX_CONTACT_PERSONS ? null : (
        <Button kind="plain" icon="plus" onClick={editing.addPerson}>
          {t.addPerson}
        </Button>
      )}
      {removing === undefined ? null : (
        <RemovePerson
          model={model}
          person={removing}
          onRemoved={() => {
            const { idoId, idoInstanceId } = model;
            editing.forget(`person ${removing.contactPersonId}`);
            setRemoved(new Set([...removed, removing.contactPersonId]));
            setRemoving(undefined);
            onChanged();
            sayPersonRemoved({ client, notices, language }, { idoId, idoInstanceId, ...removing }, () => {
              setRemoved((all) => new Set([...all].filter((id) => id !== removing.contactPersonId)));
              onChanged();
            });
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
}

/** The fields of a contact person, with the records that somebody of the same address or number is known at. */
function PersonFields({ model, ...given }: Parameters<typeof Fields>[0] & { model: Model }) {
  const showRecord = useShowRecord();
  const { editing, isFixed, target, fields } = given;
  const { idoId, idoInstanceId } = model;
  const hints = useHints({
    idoInstanceId: model.idoInstanceId,
    idoId: model.idoId,
    fields,
    values: isFixed ? undefined : editing.valuesIn(target),
    isOfContactPerson: true,
    onOpen: (record) => showRecord(record),
    isOver: false,
  });
  return (
    <NumbersOf value={{ record: { idoId, idoInstanceId }, contactPersonId: personOf(target) }}>
      <Fields {...given} asideOf={hints.asideOf} />
      {hints.said}
    </NumbersOf>
  );
}

/** The number of a contact person that is stored; undefined for one that is new. */
const personOf = (target: EditTarget): number | undefined => {
  const id = Number(/^person (\d+)$/.exec(target)?.[1]);
  return Number.isSafeInteger(id) ? id : undefined;
};

/** What of a person stands in their line beside the name. */
function PersonHint({ person, name }: { person: Model['model']['contactPersons'][number]['fields']; name: string }) {
  const more = person.flatMap(({ isTitle, kind, value = '' }) =>
    kind === 'textField' && !isTitle && value !== '' && value !== name ? [value] : [],
  );
  return more.length === 0 ? null : <span className="quiet small">{more.slice(0, 2).join(' · ')}</span>;
}

function RemovePerson({
  model: { idoId, idoInstanceId },
  person: { contactPersonId, name },
  onRemoved,
  onClose,
}: {
  model: Model;
  person: Person;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const t = useTexts(dialogTexts);
  const general = useTexts(texts);
  const client = useClient();
  const { online } = useValue(client.connection);
  const remove = async (): Promise<void> => {
    const params = { idoId, idoInstanceId, contactPersonId };
    await client.transport.command(recordCommands.deleteContactPerson, params, client.env.newId(), { once: true });
    onRemoved();
  };
  return (
    <RemoveDialog
      title={t.removePersonTitle}
      text={t.removePersonText(name)}
      label={t.removeIt}
      remove={remove}
      faultOf={(failure) => problemOf(general, failure)}
      hint={online ? undefined : general.problems.OFFLINE}
      onClose={onClose}
    />
  );
}
