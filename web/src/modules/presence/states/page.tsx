import './states.css';
import { presenceCommands, presenceQueries, type StateDefinition } from '@kontor/contract/presence';
import { useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { EditedList, type EditedRows } from '../../../shell/forms/edited-list.tsx';
import { RemoveRow } from '../../../shell/forms/remove-row.tsx';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { useOrder } from '../../../shell/forms/use-order.ts';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { Check } from '../../../ui/fields.tsx';
import { OrderList } from '../../../ui/order-list.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { StateSign } from '../picker/state-button.tsx';
import { useAttempt, useProblem, useSendOnce } from '../use-problem.ts';
import { StateForm } from './form.tsx';
import { texts } from './texts.ts';

/** The states of the instance in their order, for its administrators, and whether people may hide. */
export function StatesPage() {
  const t = useTexts(texts);
  const answer = useAsk(presenceQueries.definitions, {});
  const sendOnce = useSendOnce();
  const attempt = useAttempt(answer.retry);
  const opened = useOpened<StateDefinition>(({ id }) => id);
  const [isBusy, setBusy] = useState(false);
  const allow = async (mayHide: boolean): Promise<void> => {
    setBusy(true);
    await attempt(() => sendOnce(presenceCommands.allowHiding, { mayHide }));
    setBusy(false);
  };
  return (
    <EditedList
      t={t}
      icon="circle-half"
      answer={answer}
      rowsOf={({ states }) => states}
      opened={opened}
      form={({ one, onSaved }) => <StateForm state={one} onSaved={onSaved} onClose={opened.close} />}
      after={({ mayHide }) => (
        <Check
          label={t.mayHide}
          hint={t.mayHideHint}
          checked={mayHide}
          disabled={isBusy}
          onChange={(event) => void allow(event.currentTarget.checked)}
        />
      )}
    >
      {(states, rows) => <List states={states} {...rows} />}
    </EditedList>
  );
}

function List({
  states,
  focused,
  onOpen,
  onChanged,
  onRemoved,
}: EditedRows<StateDefinition> & { states: readonly StateDefinition[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const attempt = useAttempt(onChanged);
  const [removed, setRemoved] = useState<StateDefinition>();
  const { rows, move } = useOrder(states, (next) =>
    attempt(() => sendOnce(presenceCommands.orderStates, { stateIds: next.map(({ id }) => id) })),
  );
  const nameOf = ({ textDe, textEn }: StateDefinition): string => (language === 'de' ? textDe : textEn);
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
        onMove={move}
        rows={rows.map((state) => ({
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
                <IconButton icon="trash" label={t.remove(nameOf(state))} onClick={() => setRemoved(state)} />
              )}
            </>
          ),
        }))}
      />
      {removed === undefined ? null : (
        <RemoveRow
          title={t.removeTitle(nameOf(removed))}
          action={t.removeIt}
          rows={{ onChanged, onRemoved }}
          run={() => sendOnce(presenceCommands.removeState, { stateId: removed.id })}
          done={t.removed(nameOf(removed))}
          say={problem}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.removeHint}</p>
        </RemoveRow>
      )}
    </>
  );
}
