import './states.css';
import { presenceCommands, presenceQueries, type StateDefinition } from '@kontor/contract/presence';
import { useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { Answer } from '../../../shell/failures/answer.tsx';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { useOrder } from '../../../shell/forms/use-order.ts';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Check } from '../../../ui/fields.tsx';
import { OrderList } from '../../../ui/order-list.tsx';
import { Button, IconButton, StatePage } from '../../../ui/parts.tsx';
import { Section } from '../../../ui/section.tsx';
import { StateSign } from '../picker/state-button.tsx';
import { useAttempt, useSendOnce } from '../use-problem.ts';
import { StateForm } from './form.tsx';
import { texts } from './texts.ts';

/** The states of the instance in their order, for its administrators, and whether people may hide. */
export function StatesPage() {
  const t = useTexts(texts);
  const answer = useAsk(presenceQueries.definitions, {});
  const sendOnce = useSendOnce();
  const attempt = useAttempt(answer.retry);
  const opened = useOpened<StateDefinition>(({ id }) => id);
  const { addButton } = opened;
  const [isBusy, setBusy] = useState(false);
  if (opened.isOpen)
    return (
      <StateForm
        state={opened.one}
        onSaved={(id) => {
          opened.saved(id);
          answer.retry();
        }}
        onClose={opened.close}
      />
    );
  const allow = async (mayHide: boolean): Promise<void> => {
    setBusy(true);
    await attempt(() => sendOnce(presenceCommands.allowHiding, { mayHide }));
    setBusy(false);
  };
  return (
    <Section
      intro={t.intro}
      action={
        <Button ref={addButton} kind="primary" icon="plus" onClick={opened.begin}>
          {t.add}
        </Button>
      }
    >
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
                focused={opened.focused}
                onOpen={opened.open}
                onChanged={answer.retry}
                onRemoved={opened.removed}
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
    </Section>
  );
}

function List({
  states,
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
  const attempt = useAttempt(onChanged);
  const { rows, move } = useOrder(states, (next) =>
    attempt(() => sendOnce(presenceCommands.orderStates, { stateIds: next.map(({ id }) => id) })),
  );
  const nameOf = ({ textDe, textEn }: StateDefinition): string => (language === 'de' ? textDe : textEn);
  const remove = async (state: StateDefinition): Promise<void> => {
    if (!(await attempt(() => sendOnce(presenceCommands.removeState, { stateId: state.id })))) return;
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
                <IconButton icon="trash" label={t.remove(nameOf(state))} onClick={() => void remove(state)} />
              )}
            </>
          ),
        }))}
      />
    </>
  );
}
