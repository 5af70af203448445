import './states.css';
import { presenceCommands, presenceQueries, type StateDefinition } from '@kontor/contract/presence';
import { arrayMove } from '@dnd-kit/sortable';
import { useRef, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { Answer } from '../../../shell/failures/answer.tsx';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Check } from '../../../ui/fields.tsx';
import { OrderList } from '../../../ui/order-list.tsx';
import { Button, IconButton, StatePage } from '../../../ui/parts.tsx';
import { StateSign } from '../picker/state-button.tsx';
import { useAttempt, useSendOnce } from '../use-problem.ts';
import { StateForm } from './form.tsx';
import { texts } from './texts.ts';

/** The states of the instance in their order, for its administrators, and whether people may hide. */
export function StatesPage() {
  const t = useTexts(texts);
  const answer = useAsk(presenceQueries.definitions, {});
  const sendOnce = useSendOnce();
  const attempt = useAttempt();
  const [open, setOpen] = useState<StateDefinition | 'new'>();
  /** Whose row has the focus once the list is back. */
  const [last, setLast] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  if (open !== undefined)
    return (
      <StateForm
        state={open === 'new' ? undefined : open}
        onSaved={(id) => {
          setLast(id);
          answer.retry();
        }}
        onClose={() => {
          if (open !== 'new') setLast(open.id);
          setOpen(undefined);
        }}
      />
    );
  const allow = async (mayHide: boolean): Promise<void> => {
    setBusy(true);
    await attempt(() => sendOnce(presenceCommands.allowHiding, { mayHide }));
    setBusy(false);
    answer.retry();
  };
  return (
    <section className="part">
      <header>
        <div>
          <p className="quiet">{t.intro}</p>
        </div>
        <Button ref={addButton} kind="primary" icon="plus" onClick={() => setOpen('new')}>
          {t.add}
        </Button>
      </header>
      <Answer answer={answer} rows={4}>
        {({ states, mayHide }) => (
          <>
            {states.length === 0 ? (
              <StatePage icon="circle-half" title={t.empty}>
                {t.emptyHint}
              </StatePage>
            ) : (
              <List
                states={states}
                focused={last}
                onOpen={setOpen}
                onChanged={answer.retry}
                onRemoved={() => addButton.current?.focus()}
              />
            )}
            <Check
              label={t.mayHide}
              hint={t.mayHideHint}
              checked={mayHide}
              disabled={isBusy}
              onChange={(event) => void allow(event.currentTarget.checked)}
            />
          </>
        )}
      </Answer>
    </section>
  );
}

function List({
  states: known,
  focused,
  onOpen,
  onChanged,
  onRemoved,
}: {
  states: readonly StateDefinition[];
  focused: number | undefined;
  onOpen: (state: StateDefinition) => void;
  onChanged: () => void;
  onRemoved: () => void;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { notices } = useShell();
  const sendOnce = useSendOnce();
  const attempt = useAttempt();
  /** As it was dragged, until the server has said so. */
  const [moved, setMoved] = useState<{
    readonly of: readonly StateDefinition[];
    readonly to: readonly StateDefinition[];
  }>();
  const states = moved?.of === known ? moved.to : known;
  const nameOf = ({ textDe, textEn }: StateDefinition): string => (language === 'de' ? textDe : textEn);
  const move = async (from: number, to: number): Promise<void> => {
    const next = arrayMove([...states], from, to);
    setMoved({ of: known, to: next });
    const isDone = await attempt(() => sendOnce(presenceCommands.orderStates, { stateIds: next.map(({ id }) => id) }));
    if (!isDone) setMoved(undefined);
    onChanged();
  };
  const remove = async (state: StateDefinition): Promise<void> => {
    const isDone = await attempt(() => sendOnce(presenceCommands.removeState, { stateId: state.id }));
    onChanged();
    if (!isDone) return;
    onRemoved();
    notices.show({ text: t.removed(nameOf(state)) });
  };
  const about = (state: StateDefinition): string => {
    const { type, counts, isBusy } = state;
    const isPlain = type === 'global' || t.types[type] === nameOf(state);
    return [isPlain ? '' : t.types[type], t.counts[counts], isBusy ? t.busy : ''].filter(Boolean).join(' · ');
  };
  return (
    <>
      <h2 id="presence-states" className="hidden-text">
        {t.list}
      </h2>
      <OrderList
        labelledBy="presence-states"
        t={t}
        onMove={(from, to) => void move(from, to)}
        rows={states.map((state) => ({
          key: String(state.id),
          name: nameOf(state),
          sign: <StateSign state={state} />,
          shown: (
            <span className="state-about">
              <strong>{nameOf(state)}</strong>
              <span className="quiet">{about(state)}</span>
            </span>
          ),
          ends: (
            <>
              <IconButton
                icon="pencil-simple"
                label={t.edit(nameOf(state))}
                autoFocus={state.id === focused}
                onClick={() => onOpen(state)}
              />
              {state.type === 'personal' ? null : (
                <IconButton icon="trash" label={t.remove(nameOf(state))} onClick={() => void remove(state)} />
              )}
            </>
          ),
        }))}
      />
    </>
  );
}
