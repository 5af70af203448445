import './picker.css';
import { UNTIL_FURTHER_NOTICE, presenceQueries, type UserState } from '@kontor/contract/presence';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { Failed, useLanguage, useMinute, useSettings, useTexts, useZone, type Language } from '../../../shell/index.ts';
import { Button, SkeletonBlock } from '../../../ui/parts.tsx';
import { usePopover } from '../../../ui/use-popover.ts';
import { momentOf } from '../../../ui/when.ts';
import { sayMoment, endOf, type Lasting } from '../until.ts';
import { Hiding } from './hiding.tsx';
import { OwnText } from './own-text.tsx';
import { StateButton } from './state-button.tsx';
import { texts } from './texts.ts';
import { UntilRow } from './until-row.tsx';
import { useChoosing } from './use-choosing.ts';

/** Digits that choose a state, in the order of the list: 0 is the text of one's own. */
const MAX_DIGITS = 9;

/** The person's own state: one key opens it, a digit chooses. */
export function Picker({
  anchor,
  onSwitch,
  onClose,
}: {
  anchor: DOMRect;
  /** Shows the accounts of this device in its place: where the menu is narrow nothing else leads to them. */
  onSwitch: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const zone = useZone();
  const language = useLanguage();
  const { env } = useClient();
  const { stateTexts } = useSettings();
  const answer = useAsk(presenceQueries.userStates, {});
  const choose = useChoosing();
  const [lasting, setLasting] = useState<Lasting>('today');
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const style = usePopover(ref, {
    anchor,
    focus: (picker) => {
      const first = (selector: string) => picker.querySelector<HTMLElement>(selector);
      (first('[aria-pressed=true]') ?? first('.state-button') ?? picker).focus();
    },
    onClose,
  });
  const states = answer.data ?? [];
  const personal = states.find(({ type }) => type === 'personal');
  const others = states.filter(({ type }) => type !== 'personal');
  const selected = states.find(({ selectedState }) => selectedState);
  const present = (): Temporal.ZonedDateTime =>
    Temporal.Instant.fromEpochMilliseconds(env.now()).toZonedDateTimeISO(zone);

  const take = (state: UserState | undefined, text?: string): void => {
    const own = lasting === 'own' ? momentOf(typed, present()) : undefined;
    if (lasting === 'own' && own === undefined) {
      void import('../../../shell/understand/no-such-day.ts')
        .then(({ sayNoSuchDay }) => sayNoSuchDay(typed, language))
        .catch(() => undefined)
        .then((said) => setFault(said ?? t.typedFault));
      ref.current?.querySelector<HTMLElement>('.picker-until input')?.focus();
      return;
    }
    const end =
      lasting === 'none'
        ? UNTIL_FURTHER_NOTICE
        : (own?.toInstant().toString({ fractionalSecondDigits: 3 }) ?? endOf(lasting, present()));
    onClose();
    const shown =
      state === undefined || state.type === 'personal' ? state : { ...state, text: textIn(state, language) };
    void choose({
      state: shown,
      ...(text === undefined ? {} : { text }),
      ...(state === undefined || end === undefined ? {} : { until: end }),
    });
  };
  const press = (event: KeyboardEvent<HTMLElement>): void =>
    keysOf({ others, personal, recents: stateTexts, onTake: take })(event);
  return (
    <div
      ref={ref}
      className="state-picker"
      role="dialog"
      aria-labelledby={id}
      popover="auto"
      tabIndex={-1}
      style={style}
      onKeyDown={press}
    >
      <h2 id={id} className="hidden-text">
        {t.title}
      </h2>
      {answer.data === undefined && answer.failure !== undefined ? (
        <Failed failure={answer.failure} title={t.failed} onRetry={answer.retry} />
      ) : answer.data === undefined ? (
        <div className="picker-coming" aria-busy="true">
          <SkeletonBlock width="100%" height={32} />
          <SkeletonBlock width="60%" height={20} />
          <SkeletonBlock width="75%" height={20} />
        </div>
      ) : (
        <>
          {personal === undefined ? null : <OwnText state={personal} onTake={(text) => take(personal, text)} />}
          {states.length === 0 ? <p className="picker-note">{t.empty}</p> : null}
          <StateLists others={others} personal={personal} onTake={take} />
          <UntilRow
            lasting={lasting}
            typed={typed}
            fault={fault}
            meant={momentOf(typed, present())}
            onLasting={setLasting}
            onTyped={(text) => {
              setTyped(text);
              setFault(undefined);
            }}
          />
          <Foot
            selected={selected}
            onNone={() => take(undefined)}
            onSwitch={() => {
              onClose();
              onSwitch();
            }}
          />
        </>
      )}
    </div>
  );
}

/** What keys do in the picker: arrows walk, a digit chooses, 0 leads to the text of one's own. All others stay in it. */
function keysOf({
  others,
  personal,
  recents,
  onTake: take,
}: {
  others: readonly UserState[];
  personal: UserState | undefined;
  recents: readonly string[];
  onTake: (state: UserState, text?: string) => void;
}): (event: KeyboardEvent<HTMLElement>) => void {
  const step = (picker: HTMLElement, by: number): void => {
    const buttons = [...picker.querySelectorAll<HTMLElement>('.state-button')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  return (event) => {
    event.stopPropagation();
    const { key, target } = event;
    const isTyping = target instanceof HTMLInputElement && target.type !== 'checkbox';
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if ((target as Element).closest('.segments') !== null) return;
      step(event.currentTarget, key === 'ArrowDown' ? 1 : -1);
    } else if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !/^\d$/.test(key)) return;
    else if (key === '0') event.currentTarget.querySelector<HTMLElement>('.picker-own input')?.focus();
    else {
      const state = others[Number(key) - 1];
      const recent = recents[Number(key) - 1 - others.length];
      if (state !== undefined) take(state);
      else if (personal !== undefined && recent !== undefined) take(personal, recent);
      else return;
    }
    event.preventDefault();
  };
}

const textIn = ({ textDe, textEn }: UserState, language: Language): string => (language === 'de' ? textDe : textEn);

/** The states in one column, and the last texts of the personal one beneath them, each with its digit. */
function StateLists({
  others,
  personal,
  onTake,
}: {
  others: readonly UserState[];
  personal: UserState | undefined;
  onTake: (state: UserState, text?: string) => void;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { stateTexts } = useSettings();
  const digit = (index: number): string => (index < MAX_DIGITS ? String(index + 1) : '');
  return (
    <>
      <ul aria-label={t.states}>
        {others.map((state, index) => (
          <li key={state.id}>
            <StateButton
              state={state}
              text={textIn(state, language)}
              note={state.counts === 'absent' ? t.absent : state.isBusy ? t.busy : ''}
              digit={digit(index)}
              isPressed={state.selectedState}
              onPress={() => onTake(state)}
            />
          </li>
        ))}
      </ul>
      {personal === undefined || stateTexts.length === 0 ? null : (
        <>
          <h3>{t.recent}</h3>
          <ul>
            {stateTexts.map((text, index) => (
              <li key={text}>
                <StateButton
                  state={personal}
                  text={text}
                  note=""
                  digit={digit(others.length + index)}
                  isPressed={personal.selectedState && personal.text === text}
                  onPress={() => onTake(personal, text)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Until when the choice lasts that holds, and what else there is to do about it. */
function Foot({
  selected,
  onNone,
  onSwitch,
}: {
  selected: UserState | undefined;
  onNone: () => void;
  onSwitch: () => void;
}) {
  const t = useTexts(texts);
  const reader = { language: useLanguage(), zone: useZone() };
  const now = useMinute();
  const until =
    selected?.until == null
      ? ''
      : `${textIn(selected, reader.language)}: ${t.until.toLowerCase()} ${sayMoment(selected.until, now, reader, true)}. `;
  return (
    <footer>
      <p>
        {until}
        {t.after}
      </p>
      {selected === undefined ? null : (
        <Button kind="plain" onClick={onNone}>
          {t.none}
        </Button>
      )}
      <Hiding />
      <Button kind="plain" onClick={onSwitch}>
        {t.switcher}
      </Button>
    </footer>
  );
}
