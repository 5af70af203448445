import './locations.css';
import { presenceCommands, presenceQueries, type AutomaticUserState, type UserState } from '@kontor/contract/presence';
import { useEffect, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import type { PositionFault } from '../../../device/device.ts';
import { loadDevice } from '../../../device/index.ts';
import { EditedList } from '../../../shell/forms/edited-list.tsx';
import { RemoveRow } from '../../../shell/forms/remove-row.tsx';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { LOCALES } from '../../../shell/language.ts';
import { useFormats, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { Button, Callout, Icon, IconButton } from '../../../ui/parts.tsx';
import { Check } from '../../../ui/fields.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { useAttempt, useProblem, useSendOnce } from '../use-problem.ts';
import { LocationForm } from './form.tsx';
import { distanceBetween } from '../distance.ts';
import { texts } from './texts.ts';

const KILOMETRE = 1000;
const NO_STATES: readonly UserState[] = [];

/** The places at which a state shows by itself: one's own and those for all, and which of them this device watches. */
export function LocationsPage() {
  const t = useTexts(texts);
  const answer = useAsk(presenceQueries.automaticUserStates, {});
  const states = useAsk(presenceQueries.userStates, {}).data ?? NO_STATES;
  const opened = useOpened<AutomaticUserState>(({ id }) => id);
  const [fault, setFault] = useState<PositionFault>();
  const [isWatching, setWatching] = useState(false);
  useEffect(() => {
    let isOver = false;
    void loadDevice().then(
      ({ fences }) => isOver || setWatching(fences.max > 0),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, []);
  return (
    <EditedList
      t={t}
      icon="push-pin"
      answer={answer}
      rowsOf={(locations) => locations}
      opened={opened}
      form={({ one, onSaved }) => (
        <LocationForm
          location={one}
          states={states.filter(({ type }) => type !== 'personal')}
          onSaved={onSaved}
          onClose={opened.close}
        />
      )}
      before={
        <>
          <Callout icon="shield-check">{t.noProfile}</Callout>
          <FaultNote text={fault === undefined ? undefined : t.positionFaults[fault]} />
        </>
      }
    >
      {(locations, { focused, onOpen, ...rows }) => (
        <>
          <ul className="rows locations">
            {locations.map((location) => (
              <Row
                key={location.id}
                location={location}
                state={states.find(({ id }) => id === location.stateId)}
                focused={location.id === focused}
                onOpen={() => onOpen(location)}
                onFault={setFault}
                {...rows}
              />
            ))}
          </ul>
          <p className="quiet locations-note">{isWatching ? t.phone : t.browser}</p>
        </>
      )}
    </EditedList>
  );
}

interface RowProps {
  readonly location: AutomaticUserState;
  readonly state: UserState | undefined;
  readonly focused: boolean;
  readonly onOpen: () => void;
  readonly onFault: (fault: PositionFault | undefined) => void;
  readonly onChanged: () => void;
  readonly onRemoved: () => void;
}

/** What is done with a place of the list; only one thing at a time. */
function useActs({ location, onFault, onChanged }: RowProps, name: string) {
  const t = useTexts(texts);
  const { notices } = useShell();
  const language = useLanguage();
  const sendOnce = useSendOnce();
  const attempt = useAttempt(onChanged);
  const [isBusy, setBusy] = useState(false);
  const { id: automaticUserStateId, key } = location;
  const once = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    onFault(undefined);
    const isDone = await attempt(work);
    setBusy(false);
    return isDone;
  };
  const sayDistance = (metres: number): string =>
    metres < KILOMETRE
      ? t.metres(String(Math.round(metres / 10) * 10))
      : t.kilometres(new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 }).format(metres / KILOMETRE));
  return {
    isBusy,
    watch: (isOn: boolean) =>
      void once(() =>
        isOn
          ? sendOnce(presenceCommands.subscribe, { automaticUserStateId })
          : sendOnce(presenceCommands.unsubscribe, { automaticUserStateId }),
      ),
    enter: async (): Promise<void> => {
      const { latitude, longitude, radius } = location;
      if (key === null || latitude === null || longitude === null) return;
      onFault(undefined);
      let distance = 0;
      try {
        distance = distanceBetween(await (await loadDevice()).fences.position(), { latitude, longitude });
      } catch (reason) {
        return onFault(reason as PositionFault);
      }
      if (distance > (radius ?? 0)) return void notices.show({ text: t.isElsewhere(name, sayDistance(distance)) });
      if (await once(() => sendOnce(presenceCommands.setAutomaticState, { automaticUserStateId, key })))
        notices.show({ text: t.isHere(name) });
    },
    exit: async (): Promise<void> => {
      if (key === null) return;
      if (await once(() => sendOnce(presenceCommands.deleteAutomaticState, { automaticUserStateId, key })))
        notices.show({ text: t.hasLeft(name) });
    },
  };
}

function Row(props: RowProps) {
  const { location, state, focused, onOpen, onChanged, onRemoved } = props;
  const t = useTexts(texts);
  const language = useLanguage();
  const name = location.name ?? t.unnamed;
  const acts = useActs(props, name);
  const { status, radius, schedule, isChangeable, isOwn, isScheduleRead, key } = location;
  const isWatched = key !== null;
  const stateText = state && (language === 'de' ? state.textDe : state.textEn);
  const formats = useFormats();
  const problem = useProblem();
  const sendOnce = useSendOnce();
  const [isRemoving, setRemoving] = useState(false);
  const facts = [
    stateText,
    radius === null ? undefined : t.metres(formats.number(radius)),
    schedule === '' ? t.always : schedule,
  ];
  return (
    <li className="location">
      <Icon name={location.iconCls as IconName} />
      <span className="what">
        <strong>{name}</strong>
        {isOwn ? null : <span className="mark">{t.forAll}</span>}
        {status === 'active' ? (
          <span className="mark" data-tone="good">
            {t.active}
          </span>
        ) : status === 'previous' ? (
          <span className="mark">{t.previous}</span>
        ) : null}
        {isScheduleRead ? null : (
          <span className="mark" data-tone="fault">
            {t.unread}
          </span>
        )}
        <span className="quiet">{facts.filter((fact) => fact !== undefined).join(' · ')}</span>
        <span className="location-device">
          <Check
            label={t.device}
            aria-label={t.deviceOf(name)}
            checked={isWatched}
            disabled={acts.isBusy}
            onChange={(event) => acts.watch(event.currentTarget.checked)}
          />
          {isWatched ? (
            status === 'active' ? (
              <Button onClick={() => void acts.exit()}>{t.leave}</Button>
            ) : (
              <Button onClick={() => void acts.enter()}>{t.here}</Button>
            )
          ) : null}
        </span>
      </span>
      {isChangeable ? (
        <span className="ends">
          <IconButton icon="pencil-simple" label={t.edit(name)} autoFocus={focused} onClick={onOpen} />
          <IconButton icon="trash" label={t.remove(name)} onClick={() => setRemoving(true)} />
        </span>
      ) : null}
      {isRemoving ? (
        <RemoveRow
          title={t.removeTitle(name)}
          action={t.removeIt}
          rows={{ onChanged, onRemoved }}
          run={() => sendOnce(presenceCommands.removePlace, { automaticUserStateId: location.id })}
          done={t.removed(name)}
          say={problem}
          onClose={() => setRemoving(false)}
        >
          <p>{isOwn ? t.removeHint : t.removeHintOfAll}</p>
        </RemoveRow>
      ) : null}
    </li>
  );
}
