import './date-field.css';
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useClient } from '../../client/react.tsx';
import { FieldMore, type FieldFrame } from '../../ui/fields.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { IconButton, LoadingLine } from '../../ui/parts.tsx';
import { usePopover } from '../../ui/use-popover.ts';
import { useLanguage, useTexts, useZone } from '../context.tsx';
import { dateTexts } from './date-texts.ts';
import { patternOf, readDate, sayDate, stepDate, type DateOptions, type DateKind } from './date-text.ts';

const DayCalendar = lazily(() => import('./day-calendar.tsx').then((module) => module.DayCalendar));

interface DateProps {
  /** What is asked for: a day (`2026-11-30`), a time (`14:30`) or both (`2026-11-30T14:30`). */
  readonly kind: DateKind;
  /** Empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** How days are written, as `DD.MM.YYYY`; else as in the person's language. */
  readonly pattern?: string | undefined;
  /** Days, times or both between which it is to be. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** How far a step of a time goes. */
  readonly minutes?: number;
  /** What is none is handed on as it was typed, to be refused. Else the value stays, and the form cannot be sent until that is mended. */
  readonly keepsWrong?: boolean;
}

interface Typed extends DateProps {
  /** What is said to be wrong, and what of. */
  readonly onFault: (fault: string | undefined) => void;
}

type InputProps = Typed & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'max' | 'type'>;

/** An example of a kind, for whoever wrote something else. */
const EXAMPLES: Readonly<Record<DateKind, string>> = { day: '2026-05-24', time: '14:30', moment: '2026-05-24T14:30' };

/** Today in the person's zone. */
function useToday(): string {
  const zone = useZone();
  const { env } = useClient();
  return Temporal.Instant.fromEpochMilliseconds(env.now()).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** What stands in a date's field: as it is typed, until the value becomes another from without. `given`: how dates are written. */
function useTypedDate(
  field: RefObject<HTMLInputElement | null>,
  given: DateOptions,
  {
    kind,
    value,
    onChange,
    min,
    max,
    keepsWrong,
    required,
    onFault,
  }: Typed & { readonly required: boolean | undefined },
) {
  const t = useTexts(dateTexts);
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string }>();
  const [wasWrong, setWrong] = useState(false);
  const isTyped = typed?.value === value;
  const isWrong = wasWrong && isTyped;
  const clear = useEffectEvent(() => onFault(undefined));
  useEffect(() => {
    // Another value was put there from without.
    if (wasWrong && !isTyped) clear();
  }, [wasWrong, isTyped]);
  useEffect(() => {
    const form = field.current?.form;
    if (!isWrong || keepsWrong || !form) return undefined;
    const hold = (event: Event): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
      field.current?.focus();
    };
    form.addEventListener('submit', hold, { capture: true });
    return () => form.removeEventListener('submit', hold, { capture: true });
  }, [field, isWrong, keepsWrong]);
  const shown = isTyped ? typed.text : sayDate(value, given);
  const limited = (day: string): string | undefined =>
    min !== undefined && min !== '' && day < min
      ? t.early(sayDate(min, given))
      : max !== undefined && max !== '' && day > max
        ? t.late(sayDate(max, given))
        : undefined;

  const take = (next: string): void => {
    setTyped(undefined);
    setWrong(false);
    onFault(next === '' ? undefined : limited(next));
    if (next !== value) onChange(next);
  };
  const type = (text: string): void => {
    const whole = readDate(text, given, { isWhole: true });
    // Emptied is not meant yet where there has to be one.
    const read = whole === '' && required === true ? undefined : whole;
    setTyped({ text, value: read ?? value });
    setWrong(false);
    onFault(undefined);
    if (read !== undefined && read !== value) onChange(read);
  };
  /** Takes what was typed; false where it is no date. */
  const settle = (): boolean => {
    if (typed === undefined) return true;
    const read = readDate(typed.text, given, { isWhole: false });
    if (read !== undefined) {
      take(read);
      return true;
    }
    const next = keepsWrong ? typed.text : value;
    setTyped({ text: typed.text, value: next });
    setWrong(true);
    onFault(t.wrong[kind](sayDate(EXAMPLES[kind], given)));
    if (next !== value) onChange(next);
    return false;
  };
  return { shown, take, type, settle };
}

/**
 * A date that is typed, in the person's language or the format of its field, whatever the browser's is. What is short is understood when
 * the field is left or by Enter; arrow keys go a step further, Alt and the arrow down shows the calendar.
 */
export function DateInput({
  kind,
  value,
  onChange,
  pattern,
  min,
  max,
  minutes = 15,
  keepsWrong = false,
  style,
  onFault,
  ...rest
}: InputProps) {
  const t = useTexts(dateTexts);
  const language = useLanguage();
  const today = useToday();
  const given: DateOptions = { kind, language, pattern, today };
  const frame = useRef<HTMLSpanElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  const about = { kind, value, onChange, min, max, keepsWrong, required: rest.required, onFault };
  const { shown, take, type, settle } = useTypedDate(field, given, about);
  const open = (): void => setAnchor(frame.current?.getBoundingClientRect());
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key] as 1 | -1 | undefined;
    if (event.key === 'Enter' && !settle() && !keepsWrong) event.preventDefault();
    if (by !== undefined && !event.altKey) {
      take(stepDate(readDate(shown, given, { isWhole: false }) ?? '', { kind, by, today, minutes }));
      event.preventDefault();
    } else if (by === -1 && kind !== 'time') {
      open();
      event.preventDefault();
    }
  };
  const [day, time] = value.split('T');
  return (
    <span className="date-input" ref={frame} style={style}>
      <input
        ref={field}
        className="input"
        autoComplete="off"
        placeholder={t.placeholder[kind](patternOf(given).replaceAll(/DD|MM|YYYY/g, (part) => t.parts[part as 'DD']))}
        {...rest}
        value={shown}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={settle}
        onKeyDown={press}
      />
      {kind === 'time' ? null : (
        <IconButton icon="calendar-blank" label={t.calendar} aria-haspopup="dialog" onClick={open} />
      )}
      {anchor === undefined ? null : (
        <Picker
          anchor={anchor}
          day={readDate(day ?? '', { ...given, kind: 'day' }, { isWhole: false }) || undefined}
          today={today}
          first={min?.split('T')[0]}
          last={max?.split('T')[0]}
          onPick={(picked) => {
            setAnchor(undefined);
            take(kind === 'day' ? picked : `${picked}T${time ?? '08:00'}`);
          }}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </span>
  );
}

function Picker({
  anchor,
  onClose,
  first,
  last,
  ...days
}: {
  anchor: DOMRect;
  day: string | undefined;
  today: string;
  first: string | undefined;
  last: string | undefined;
  onPick: (day: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(dateTexts);
  const ref = useRef<HTMLDivElement>(null);
  const style = usePopover(ref, { anchor, focus: (shown) => shown.focus(), onClose });
  return (
    <div
      ref={ref}
      className="date-picker"
      role="dialog"
      aria-label={t.calendar}
      popover="auto"
      tabIndex={-1}
      style={style}
      // Its keys are not the page's.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Suspense fallback={<LoadingLine shown />}>
        <DayCalendar {...days} first={first || undefined} last={last || undefined} autoFocus />
      </Suspense>
    </div>
  );
}

/** The same with its label, a hint and, where it is wrong, what is wrong with it. */
export function DateField({
  label,
  hint,
  fault,
  ...rest
}: FieldFrame & Omit<InputProps, 'onFault' | 'id' | 'aria-describedby'>) {
  const id = useId();
  const [own, setOwn] = useState<string>();
  const said = own ?? fault;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <DateInput aria-invalid={said !== undefined} {...rest} id={id} aria-describedby={`${id}-more`} onFault={setOwn} />
      <FieldMore id={`${id}-more`} hint={hint} fault={said} />
    </div>
  );
}
