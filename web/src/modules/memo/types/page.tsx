import './types.css';
import { MAX_TYPES, MAX_TYPE_NAME, recordActivityQueries } from '@kontor/contract/memo';
import { useId, useRef, useState, type RefObject } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Answer } from '../../../shell/failures/answer.tsx';
import { Conflict } from '../../../shell/forms/conflict.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { movedTo } from '../../../ui/moved-to.ts';
import { OrderList } from '../../../ui/order-list.tsx';
import { Button, Icon, IconButton } from '../../../ui/parts.tsx';
import { Section } from '../../../ui/section.tsx';
import { texts } from '../texts.ts';
import { typeName } from '../type-name.ts';
import type { Edited } from './rules.ts';
import { typesTexts } from './texts.ts';
import { useTypesEditing, type Type } from './use-types-editing.ts';

/** The kinds of conversation of the instance, for administrators: what is offered, in its order, and what is not any more. */
export function TypesPage() {
  const t = useTexts(typesTexts);
  const answer = useAsk(recordActivityQueries.communicationTypes, {});
  return (
    <Section intro={t.intro}>
      <Answer answer={answer} title={t.notLoaded}>
        {(stored) => <Editor stored={stored} />}
      </Answer>
    </Section>
  );
}

function Editor({ stored }: { stored: readonly Type[] }) {
  const t = useTexts(typesTexts);
  const client = useClient();
  const id = useId();
  const form = useTypesEditing(stored);
  const { ref, draft, isDirty, isBusy, theirs, fault, submit } = form;
  const { list } = draft;
  const newName = useRef<HTMLInputElement>(null);
  const change = (next: readonly Edited[]): void => form.change({ list: next });
  const own = new Set(list.map((type) => type.id));
  const retired = stored.filter((type) => !own.has(type.id));
  const rename = (key: string, name: string): void =>
    change(list.map((type) => (type.key === key ? { ...type, name } : type)));
  return (
    <form ref={ref} className="form types-page" noValidate onSubmit={(event) => submit(event)}>
      <h2 id={id} className="hidden-text">
        {t.title}
      </h2>
      <OrderList
        labelledBy={id}
        t={t}
        onMove={(from, to) => change(movedTo(list, from, to))}
        rows={list.map(({ key, name }) => ({
          key,
          name,
          sign: <Icon name="notepad" small />,
          shown: (
            <input
              className="input"
              aria-label={t.name(name)}
              autoComplete="off"
              maxLength={MAX_TYPE_NAME}
              value={name}
              onChange={({ currentTarget }) => rename(key, currentTarget.value)}
            />
          ),
          ends: (
            <IconButton
              icon="x"
              label={t.remove(name)}
              onClick={() => {
                change(list.filter((type) => type.key !== key));
                // The row that had the focus is gone.
                newName.current?.focus();
              }}
            />
          ),
        }))}
      />
      <AddType
        field={newName}
        isFull={list.length >= MAX_TYPES}
        onAdd={(name) => change([...list, { key: client.env.newId(), id: null, kept: '', name }])}
      />
      <Retired
        types={retired}
        isFull={list.length >= MAX_TYPES}
        onOffer={(id, kept, name) => {
          change([...list, { key: String(id), id, kept, name }]);
          newName.current?.focus();
        }}
      />
      <Conflict t={t} form={form} draftOf={() => form.stored} />
      <FaultNote text={theirs === undefined ? fault : undefined} />
      <footer className="form-buttons">
        <Button kind="primary" type="submit" disabled={!isDirty} aria-disabled={isBusy}>
          {isBusy ? t.saving : t.save}
        </Button>
      </footer>
    </form>
  );
}

/** What is not offered any more, and can be again. */
function Retired({
  types,
  isFull,
  onOffer,
}: {
  types: readonly Type[];
  isFull: boolean;
  onOffer: (id: number, kept: string, name: string) => void;
}) {
  const t = useTexts(typesTexts);
  const m = useTexts(texts);
  if (types.length === 0) return null;
  return (
    <section aria-label={t.retired}>
      <h2>{t.retired}</h2>
      <p className="quiet small">{t.retiredHint}</p>
      <ul className="types-retired">
        {types.map(({ id, communicationType }) => {
          const name = typeName(m, communicationType);
          return (
            <li key={id}>
              <Button
                icon="plus"
                aria-label={t.offer(name)}
                title={t.offer(name)}
                disabled={isFull}
                onClick={() => onOffer(id, communicationType, name)}
              >
                {name}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function AddType({
  field,
  isFull,
  onAdd,
}: {
  field: RefObject<HTMLInputElement | null>;
  isFull: boolean;
  onAdd: (name: string) => void;
}) {
  const t = useTexts(typesTexts);
  const [name, setName] = useState('');
  const add = (): void => {
    if (name.trim() === '' || isFull) return;
    onAdd(name.trim());
    setName('');
    // The button that may have had the focus has nothing to add now.
    field.current?.focus();
  };
  return (
    <div className="types-add">
      <input
        ref={field}
        className="input"
        aria-label={t.newName}
        placeholder={t.newName}
        autoComplete="off"
        maxLength={MAX_TYPE_NAME}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
      <Button icon="plus" disabled={name.trim() === '' || isFull} onClick={add}>
        {t.add}
      </Button>
    </div>
  );
}
