import './settings.css';
import {
  MAX_APPOINTMENT_TYPES,
  appointmentCommands,
  appointmentQueries,
  type AppointmentType,
} from '@kontor/contract/appointment';
import { useId, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { EditedList, type EditedRows } from '../../../shell/forms/edited-list.tsx';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { RemoveRow } from '../../../shell/forms/remove-row.tsx';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { useOrder } from '../../../shell/forms/use-order.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useTexts } from '../../../shell/index.ts';
import { OrderList } from '../../../ui/order-list.tsx';
import { Icon, IconButton } from '../../../ui/parts.tsx';
import { TypeDot } from '../type-dot.tsx';
import { TypeForm, useTypesProblem } from './type-form.tsx';
import { typesTexts } from './texts.ts';

/** The types of appointments of the instance, for its administrators. */
export function TypesPage() {
  const t = useTexts(typesTexts);
  const answer = useAsk(appointmentQueries.types, {});
  const opened = useOpened<AppointmentType>(({ id }) => id);
  return (
    <EditedList
      t={t}
      icon="calendar-blank"
      answer={answer}
      rowsOf={(types) => types}
      opened={opened}
      max={MAX_APPOINTMENT_TYPES}
      full={t.tooMany(MAX_APPOINTMENT_TYPES)}
      form={({ one, onSaved }) => <TypeForm type={one} onSaved={onSaved} onClose={opened.close} />}
    >
      {(types, rows) => <List types={types} {...rows} />}
    </EditedList>
  );
}

function List({
  types,
  focused,
  onOpen,
  onRemoved,
  onChanged,
}: EditedRows<AppointmentType> & { types: readonly AppointmentType[] }) {
  const t = useTexts(typesTexts);
  const id = useId();
  const sendOnce = useSendOnce();
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
          shown: <strong>{type.title}</strong>,
          ends: (
            <>
              <IconButton
                icon="pencil-simple"
                label={t.editType(type.title)}
                autoFocus={type.id === focused}
                onClick={() => onOpen(type)}
              />
              <IconButton icon="trash" label={t.remove(type.title)} onClick={() => setRemoved(type)} />
            </>
          ),
        }))}
      />
      {removed === undefined ? null : (
        <RemoveRow
          title={t.removeTitle(removed.title)}
          action={t.delete}
          rows={{ onChanged, onRemoved }}
          run={() => sendOnce(appointmentCommands.removeType, { id: removed.id })}
          done={t.removed(removed.title)}
          say={problem}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.removeHint}</p>
        </RemoveRow>
      )}
    </>
  );
}
