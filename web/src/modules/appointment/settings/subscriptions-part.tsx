import { subscriptionCommands, subscriptionQueries, type CalendarSubscription } from '@kontor/contract/appointment';
import { useState, type RefObject } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk } from '../../../client/react.tsx';
import { Answer } from '../../../shell/failures/answer.tsx';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { useRemoved } from '../../../shell/forms/use-removed.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { Section } from '../../../ui/section.tsx';
import { ColourField } from '../colour-field.tsx';
import { TypeDot } from '../type-dot.tsx';
import { subscriptionTexts } from './subscription-texts.ts';

/** What went wrong with one of the commands, in words. */
function useSaying(): (error: unknown) => string {
  const t = useTexts(subscriptionTexts);
  return (error) => {
    const { kind, code } = asFailure(error);
    if (kind === 'offline') return t.offline;
    if (code === 'CALENDAR_ADDRESS_INVALID' || code === 'PARAMETERS_INVALID') return t.invalid;
    return code === 'TOO_MANY_CALENDAR_SUBSCRIPTIONS' ? t.tooMany : t.failed;
  };
}

/** The calendars of others that the person subscribes to. */
export function SubscriptionsPart() {
  const t = useTexts(subscriptionTexts);
  const answer = useAsk(subscriptionQueries.subscriptions, {});
  const { nextFocus, removed } = useRemoved<HTMLInputElement>();
  return (
    <Section title={t.title} intro={t.intro}>
      <NewSubscription field={nextFocus} onMade={answer.retry} />
      <Answer answer={answer} rows={1}>
        {({ subscriptions }) =>
          subscriptions.length === 0 ? (
            <p className="rows-empty">{t.none}</p>
          ) : (
            <ul className="calendar-imports">
              {subscriptions.map((one) => (
                <Row key={one.id} one={one} onChanged={answer.retry} onRemoved={removed} />
              ))}
            </ul>
          )
        }
      </Answer>
    </Section>
  );
}

function NewSubscription({ field, onMade }: { field: RefObject<HTMLInputElement | null>; onMade: () => void }) {
  const t = useTexts(subscriptionTexts);
  const { notices } = useShell();
  const sendOnce = useSendOnce();
  const say = useSaying();
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await sendOnce(subscriptionCommands.subscribe, { address });
      setAddress('');
      notices.show({ text: t.added });
      onMade();
    } catch (error) {
      setProblem(say(error));
    }
    setBusy(false);
  };
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (address.trim() === '') setProblem(t.invalid);
        else void add();
      }}
    >
      <TextField
        ref={field}
        label={t.address}
        value={address}
        fault={problem}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <div className="form-buttons">
        <Button kind="primary" type="submit" disabled={busy}>
          {t.add}
        </Button>
      </div>
    </form>
  );
}

function Row({
  one,
  onChanged,
  onRemoved,
}: {
  one: CalendarSubscription;
  onChanged: () => void;
  onRemoved: () => void;
}) {
  const t = useTexts(subscriptionTexts);
  const formats = useFormats();
  const { notices } = useShell();
  const sendOnce = useSendOnce();
  const say = useSaying();
  const [opened, setOpened] = useState<'edit' | 'remove'>();
  const close = (): void => setOpened(undefined);
  /** Of the form that opens in the row. */
  const { nextFocus, removed: leftForm } = useRemoved();
  const { id, name, address, color, events, fetchedAt, problem } = one;
  const title = name === '' ? address : name;
  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work();
      notices.show({ text: done });
      onChanged();
    } catch (error) {
      notices.show({ text: say(error), tone: 'fault' });
    }
  };
  const standing =
    fetchedAt === null
      ? problem === null
        ? t.waiting
        : undefined
      : `${t.events(events)} · ${t.fetched(formats.full(Date.parse(fetchedAt) / 1000))}`;
  return (
    <li className="calendar-import">
      <div className="subscription-head">
        <TypeDot colour={color} />
        <strong>{title}</strong>
        <IconButton ref={nextFocus} icon="pencil-simple" label={t.edit(title)} onClick={() => setOpened('edit')} />
        <IconButton icon="trash" label={t.remove(title)} onClick={() => setOpened('remove')} />
      </div>
      {title === address ? null : <p className="quiet">{address}</p>}
      {standing === undefined ? null : <p className="quiet">{standing}</p>}
      <Check
        label={t.isBusy}
        hint={t.isBusyNote}
        checked={one.isBusy}
        onChange={() =>
          void run(
            () => sendOnce(subscriptionCommands.saveSubscription, { id, isBusy: !one.isBusy }),
            one.isBusy ? t.isFree : t.isTaken,
          )
        }
      />
      {problem === null ? null : (
        <div role="alert">
          <p>
            {t.problems[problem]} {fetchedAt === null ? null : t.kept}
          </p>
          <Button
            icon="arrow-clockwise"
            onClick={() => void run(() => sendOnce(subscriptionCommands.fetchSubscription, { id }), t.retried)}
          >
            {t.retry}
          </Button>
        </div>
      )}
      {opened === 'edit' ? (
        <Edited
          one={one}
          onSave={async (fields) => {
            await run(() => sendOnce(subscriptionCommands.saveSubscription, { id, ...fields }), t.saved);
            close();
            leftForm();
          }}
          onClose={() => {
            close();
            leftForm();
          }}
        />
      ) : null}
      {opened === 'remove' ? (
        <Confirm
          title={t.removeTitle}
          action={t.removeShort}
          danger
          say={say}
          run={async () => {
            await sendOnce(subscriptionCommands.unsubscribe, { id });
            close();
            notices.show({ text: t.removed });
            onChanged();
            onRemoved();
          }}
          onClose={close}
        >
          <p>{t.removeText}</p>
        </Confirm>
      ) : null}
    </li>
  );
}

function Edited({
  one,
  onSave,
  onClose,
}: {
  one: CalendarSubscription;
  onSave: (fields: { readonly name: string; readonly color: string }) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTexts(subscriptionTexts);
  const [name, setName] = useState(one.name);
  const [color, setColor] = useState(one.color);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void onSave({ name, color });
      }}
    >
      <TextField label={t.name} autoFocus value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
      <ColourField label={t.colour} none={t.noColour} other={t.otherColour} value={color} onChange={setColor} />
      <div className="form-buttons">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="primary" type="submit">
          {t.save}
        </Button>
      </div>
    </form>
  );
}
