import {
  APPOINTMENT_WEEKDAYS,
  BOOKING_PAGES_KEY,
  MAX_APPOINTMENT_TITLE,
  MAX_BOOKING_DAYS,
  MAX_BOOKING_TEXT,
  MAX_LOCATION,
  appointmentCommands,
  appointmentQueries,
  type BookingPage,
} from '@kontor/contract/appointment';
import { useId } from 'react';
import type { Failure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { EditedForm } from '../../../shell/forms/edited-list.tsx';
import { useForm, type Form } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Check, SelectField, TextField } from '../../../ui/fields.tsx';
import { useColleagues } from '../colleagues.ts';
import { AlertField } from '../editor/alert-field.tsx';
import { weekdayName } from '../period.ts';
import { readDraft, toDraft, type BookingDraft } from './booking-rules.ts';
import { bookingPageTexts } from './booking-texts.ts';

/** What is said of a failure about booking pages. */
export function useBookingProblem(): (failure: Failure) => string {
  const t = useTexts(bookingPageTexts);
  return ({ code, kind, problem }) => {
    if (kind === 'offline') return t.offline;
    if (code === 'NOT_FOUND') return t.gone;
    if (code === 'RIGHT_MISSING') return t.forbidden;
    if (code === 'BOOKING_NAME_TAKEN') return t.taken;
    if (code === 'TYPE_GONE') return t.typeGone;
    if (code !== 'TOO_MANY_BOOKING_PAGES') return t.failed;
    const { max = 0 } = (problem?.data ?? {}) as { readonly max?: number };
    return t.tooMany(max);
  };
}

type PageForm = Form<BookingDraft, BookingPage>;

/** A new booking page, or one that is there. */
export function BookingForm({
  page,
  onSaved,
  onClose,
}: {
  page: BookingPage | undefined;
  onSaved: (id: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(bookingPageTexts);
  const client = useClient();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const form: PageForm = useForm({
    title: ({ title }: BookingDraft) => title || t.newTitle,
    start: toDraft(page),
    version: page?.id ?? null,
    isValid: (draft) => readDraft(draft).faults.size === 0,
    send: async (draft, id) => {
      const { params } = readDraft(draft);
      const saved = await sendOnce(appointmentCommands.saveBookingPage, { id, ...params });
      client.ask.touch([BOOKING_PAGES_KEY]);
      notices.show({ text: t.saved(params.title) });
      onSaved(saved.id);
      return saved;
    },
    say: useBookingProblem(),
    isGone: ({ code }) => code === 'NOT_FOUND',
  });
  const { draft, isTried, change } = form;
  const textId = useId();
  const faults = isTried ? readDraft(draft).faults : new Set();
  return (
    <EditedForm
      back={t.back}
      title={page?.title ?? t.newTitle}
      isNew={page === undefined}
      form={form}
      onClose={onClose}
    >
      <div className="two">
        <TextField
          label={t.name}
          autoComplete="off"
          autoFocus
          maxLength={MAX_APPOINTMENT_TITLE}
          fault={faults.has('title') ? t.faults.title : undefined}
          value={draft.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <TextField
          label={t.slug}
          hint={t.slugHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          fault={faults.has('slug') ? t.faults.slug : undefined}
          value={draft.slug}
          onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
        />
        {page === undefined ? <WhoseField draft={draft} change={change} /> : null}
        <TextField
          label={t.durations}
          hint={t.durationsHint}
          autoComplete="off"
          fault={faults.has('durations') ? t.faults.durations : undefined}
          value={draft.durations}
          onChange={({ currentTarget }) => change({ durations: currentTarget.value })}
        />
        <TextField
          label={t.location}
          autoComplete="off"
          maxLength={MAX_LOCATION}
          value={draft.location}
          onChange={({ currentTarget }) => change({ location: currentTarget.value })}
        />
        <TypeField draft={draft} change={change} />
      </div>
      <div className="field">
        <label htmlFor={textId}>{t.description}</label>
        <textarea
          id={textId}
          className="input"
          rows={4}
          maxLength={MAX_BOOKING_TEXT}
          value={draft.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      </div>
      <HoursFields form={form} faults={faults} />
      <NumberFields form={form} faults={faults} />
      <div className="field">
        <span className="label">{t.alert}</span>
        <AlertField label={t.alert} value={draft.alert} onChange={(alert) => change({ alert })} />
      </div>
      <Check
        label={t.isOn}
        hint={t.isOnHint}
        checked={draft.isOn}
        onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
      />
    </EditedForm>
  );
}

/** Whose times a new page offers; administrators may choose groups. */
function WhoseField({ draft, change }: Pick<PageForm, 'draft' | 'change'>) {
  const t = useTexts(bookingPageTexts);
  const isAdministrator = useValue(useClient().configuration)?.isAdministrator === true;
  const { users } = useColleagues();
  const groups = users.flatMap(({ groupId, groupName }) =>
    typeof groupId === 'number' && groupId > 0 ? [[String(groupId), groupName ?? ''] as const] : [],
  );
  if (!isAdministrator || groups.length === 0) return null;
  return (
    <SelectField
      label={t.whose}
      value={draft.groupId === null ? '' : String(draft.groupId)}
      options={[['', t.own] as const, ...groups]}
      onChange={(groupId) => change({ groupId: groupId === '' ? null : Number(groupId) })}
    />
  );
}

function TypeField({ draft, change }: Pick<PageForm, 'draft' | 'change'>) {
  const t = useTexts(bookingPageTexts);
  const { data = [] } = useAsk(appointmentQueries.types, {});
  if (data.length === 0) return null;
  return (
    <SelectField
      label={t.type}
      value={draft.appointmentType === null ? '' : String(draft.appointmentType)}
      options={[['', t.noType] as const, ...data.map(({ id, title }) => [String(id), title] as const)]}
      onChange={(type) => change({ appointmentType: type === '' ? null : Number(type) })}
    />
  );
}

interface PartProps {
  readonly form: PageForm;
  readonly faults: ReadonlySet<unknown>;
}

/** A Monday. */
const MONDAY = Temporal.PlainDate.from('2026-11-30');

/** From when to when each weekday can be booked. */
function HoursFields({ form: { draft, change }, faults }: PartProps) {
  const t = useTexts(bookingPageTexts);
  const language = useLanguage();
  const id = useId();
  return (
    <fieldset className="field-group" aria-describedby={id}>
      <legend>{t.hours}</legend>
      <p id={id} className="hint">
        {t.hoursHint}
      </p>
      <div className="two">
        {APPOINTMENT_WEEKDAYS.map((weekday, index) => (
          <TextField
            key={weekday}
            label={weekdayName(MONDAY.add({ days: index }).toString(), language, 'long')}
            autoComplete="off"
            fault={faults.has(weekday) ? t.faults.hours : undefined}
            value={draft.hours[weekday]}
            onChange={({ currentTarget }) => change({ hours: { ...draft.hours, [weekday]: currentTarget.value } })}
          />
        ))}
      </div>
    </fieldset>
  );
}

const NUMBERS = [
  ['bufferBefore', 0, 240],
  ['bufferAfter', 0, 240],
  ['noticeHours', 0, 720],
  ['daysAhead', 1, MAX_BOOKING_DAYS],
  ['maxPerDay', 1, 50],
] as const;

function NumberFields({ form: { draft, change }, faults }: PartProps) {
  const t = useTexts(bookingPageTexts);
  return (
    <div className="two">
      {NUMBERS.map(([field, least, most]) => (
        <TextField
          key={field}
          label={t[field]}
          hint={field === 'maxPerDay' ? t.maxPerDayHint : undefined}
          inputMode="numeric"
          autoComplete="off"
          fault={faults.has(field) ? t.faults.number(least, most) : undefined}
          value={draft[field]}
          onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
        />
      ))}
    </div>
  );
}
