import './types.css';
import {
  MAX_TYPES,
  MAX_TYPE_NAME,
  TYPES_KEY,
  recordActivityCommands,
  recordActivityQueries,
} from '@kontor/contract/memo';
import { useId, useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { Failed, useShell, useTexts } from '../../../shell/index.ts';
import { Conflict } from '../../../shell/conflict.tsx';
import { useUnsaved } from '../../../shell/use-unsaved.ts';
import { movedTo } from '../../../ui/moved-to.ts';
import { OrderList } from '../../../ui/order-list.tsx';
import { SkeletonBlock, Button, Callout, Icon, IconButton } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { typeName } from '../type-name.ts';
import { begunWith, faultOf, savedAs, type Edited, type Editing, type Offered } from './rules.ts';
import { typesTexts } from './texts.ts';

interface Type extends Offered {
  readonly isOffered: boolean;
}

/** The kinds of conversation of the instance, for administrators: what is offered, in its order, and what is not any more. */
export function TypesPage() {
  const t = useTexts(typesTexts);
  const { data, failure, retry } = useAsk(recordActivityQueries.communicationTypes, {});
  if (data !== undefined) return <Editor stored={data} />;
  return failure === undefined ? (
    <SkeletonBlock width="100%" height={200} />
  ) : (
    <Failed failure={failure} title={t.failed} onRetry={retry} />
  );
}

const offeredOf = (stored: readonly Type[]): readonly Offered[] =>
  stored.flatMap(({ isOffered, ...type }) => (isOffered ? type : []));

/** What is edited, begun with what is stored; while nothing is changed it follows that. */
function useList(stored: readonly Type[]) {
  const m = useTexts(texts);
  const begin = (before?: readonly Edited[]): Editing =>
    begunWith(offeredOf(stored), (communicationType) => typeName(m, communicationType), before);
  const [followed, setFollowed] = useState(stored);
  const [editing, setEditing] = useState(() => begin());
  const isDirty = editing.list !== editing.base;
  if (followed !== stored) {
    setFollowed(stored);
    if (!isDirty) setEditing(begin(editing.list));
  }
  return {
    list: editing.list,
    isDirty,
    known: editing.known,
    change: (list: readonly Edited[]): void => setEditing((now) => ({ ...now, list })),
    /** Begins anew with what is stored. */
    reset: (): void => setEditing(begin()),
    saved: (sent: readonly Edited[], kept: readonly Offered[]): void => setEditing((now) => savedAs(now, sent, kept)),
  };
}

function Editor({ stored }: { stored: readonly Type[] }) {
  const t = useTexts(typesTexts);
  const m = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const id = useId();
  const { list, isDirty, known, change, reset, saved } = useList(stored);
  const [fault, setFault] = useState('');
  const [isConflict, setConflict] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const own = new Set(list.map((type) => type.id));
  const retired = stored.filter((type) => !own.has(type.id));

  const send = async (isForced: boolean): Promise<boolean> => {
    const wrong = faultOf(list);
    setFault(
      wrong === undefined
        ? ''
        : wrong.why === 'twice'
          ? t.twice(wrong.name)
          : wrong.why === 'name'
            ? t.needsName
            : t.needsOne,
    );
    if (wrong !== undefined || isBusy) return false;
    setBusy(true);
    const types = list.map(({ id: number, kept, name }) => ({
      id: number,
      communicationType: kept !== '' && name === typeName(m, kept) ? kept : name.trim(),
    }));
    const params = { types, ...(isForced ? {} : { known: [...known] }) };
    try {
      const { saveCommunicationTypes } = recordActivityCommands;
      const kept = await client.transport.command(saveCommunicationTypes, params, client.env.newId(), {
        once: true,
      });
      setConflict(false);
      saved(list, kept.types);
      client.ask.touch([TYPES_KEY]);
      notices.show({ text: t.saved });
      return true;
    } catch (error) {
      const { code, kind } = asFailure(error);
      if (code === 'COMMUNICATION_TYPES_CONFLICT') {
        client.ask.touch([TYPES_KEY]);
        setConflict(true);
      } else setFault(kind === 'offline' ? t.offline : t.notSaved);
      return false;
    } finally {
      setBusy(false);
    }
  };
  useUnsaved({ title: t.editing, isDirty, save: () => send(false), discard: reset });
  const rename = (key: string, name: string): void =>
    change(list.map((type) => (type.key === key ? { ...type, name } : type)));
  return (
    <form
      className="types-page"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <p className="quiet">{t.intro}</p>
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
              onClick={() => change(list.filter((type) => type.key !== key))}
            />
          ),
        }))}
      />
      <AddType
        isFull={list.length >= MAX_TYPES}
        onAdd={(name) => change([...list, { key: client.env.newId(), id: null, kept: '', name }])}
      />
      {retired.length === 0 ? null : (
        <section aria-label={t.retired}>
          <h2>{t.retired}</h2>
          <p className="quiet small">{t.retiredHint}</p>
          <ul className="types-retired">
            {retired.map(({ id: number, communicationType }) => {
              const name = typeName(m, communicationType);
              return (
                <li key={number}>
                  <Button
                    icon="plus"
                    aria-label={t.offer(name)}
                    title={t.offer(name)}
                    disabled={list.length >= MAX_TYPES}
                    onClick={() =>
                      change([...list, { key: String(number), id: number, kept: communicationType, name }])
                    }
                  >
                    {name}
                  </Button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {isConflict ? (
        <Conflict
          t={t}
          onTake={() => {
            setConflict(false);
            reset();
          }}
          onKeep={() => void send(true)}
        />
      ) : fault === '' ? null : (
        <Callout tone="fault" icon="warning">
          {fault}
        </Callout>
      )}
      <footer>
        <Button kind="primary" type="submit" disabled={!isDirty} aria-disabled={isBusy}>
          {isBusy ? t.saving : t.save}
        </Button>
      </footer>
    </form>
  );
}

function AddType({ isFull, onAdd }: { isFull: boolean; onAdd: (name: string) => void }) {
  const t = useTexts(typesTexts);
  const [name, setName] = useState('');
  const add = (): void => {
    if (name.trim() === '' || isFull) return;
    onAdd(name.trim());
    setName('');
  };
  return (
    <div className="types-add">
      <input
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
