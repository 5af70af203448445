import './settings.css';
import {
  MAX_APPOINTMENT_TYPES,
  appointmentCommands,
  appointmentQueries,
  type AppointmentType,
} from '@kontor/contract/appointment';
import { useId, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { Answer } from '../../../shell/failures/answer.tsx';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { useOrder } from '../../../shell/forms/use-order.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { OrderList } from '../../../ui/order-list.tsx';
import { Button, Icon, IconButton, StatePage } from '../../../ui/parts.tsx';
import { Section } from '../../../ui/section.tsx';
import { TypeDot } from '../type-dot.tsx';
import { TypeForm, useTypesProblem } from './type-form.tsx';
import { typesTexts } from './texts.ts';

/** The types of appointments of the instance, for its administrators. */
export function TypesPage() {
  const t = useTexts(typesTexts);
  const answer = useAsk(appointmentQueries.types, {});
  const opened = useOpened<AppointmentType>(({ id }) => id);
  const { addButton } = opened;
  if (opened.isOpen)
    return (
      <TypeForm
        type={opened.one}
        onSaved={(id) => {
          opened.saved(id);
          answer.retry();
        }}
        onClose={opened.close}
      />
    );
  const isFull = (answer.data?.length ?? 0) >= MAX_APPOINTMENT_TYPES;
  return (
    <Section
      intro={isFull ? t.tooMany(MAX_APPOINTMENT_TYPES) : t.intro}
      action={
        <Button ref={addButton} kind="primary" icon="plus" disabled={isFull} onClick={opened.begin}>
          {t.add}
        </Button>
      }
    >
      <Answer answer={answer} rows={3}>
        {(types) =>
          types.length === 0 ? (
            <StatePage icon="calendar-blank" title={t.empty}>
              {t.emptyHint}
            </StatePage>
          ) : (
            <List
              types={types}
              focused={opened.focused}
              onOpen={opened.open}
              onRemoved={opened.removed}
              onChanged={answer.retry}
            />
          )
        }
      </Answer>
    </Section>
  );
}

function List({
  types,
  focused,
  onOpen,
  onRemoved,
  onChanged,
}: {
  types: readonly AppointmentType[];
  focused: number | undefined;
  onOpen: (type: AppointmentType) => void;
  onRemoved: () => void;
  onChanged: () => void;
}) {
  const t = useTexts(typesTexts);
  const id = useId();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const problem = useTypesProblem();
  const { attempt } = useAttempt(problem, onChanged);
  const [removed, setRemoved] = useState<AppointmentType>();
  const { rows, move } = useOrder(types, (next) =>
    attempt(() => sendOnce(appointmentCommands.orderTypes, { ids: next.map((type) => type.id) })),
  );
  return (
    <>
      <h2 id={id} className="hidden-text">
        {t.title}
      </h2>
      <OrderList
        labelledBy={id}
        t={t}
        onMove={move}
        rows={rows.map((type) => ({
          key: String(type.id),
          name: type.title,
          sign: type.colour === '' ? <Icon name="calendar-blank" small /> : <TypeDot colour={type.colour} />,
          shown: (
            <Button
              kind="plain"
              autoFocus={type.id === focused}
              aria-label={t.editType(type.title)}
              onClick={() => onOpen(type)}
            >
              {type.title}
            </Button>
          ),
          ends: <IconButton icon="trash" label={t.remove(type.title)} onClick={() => setRemoved(type)} />,
        }))}
      />
      {removed === undefined ? null : (
        <Confirm
          title={t.removeTitle(removed.title)}
          action={t.delete}
          danger
          say={problem}
          run={async () => {
            await sendOnce(appointmentCommands.removeType, { id: removed.id });
            setRemoved(undefined);
            notices.show({ text: t.removed(removed.title) });
            onChanged();
            // The row that had the focus is gone.
            onRemoved();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.removeHint}</p>
        </Confirm>
      )}
    </>
  );
}
