import '../../../editor/writing/writing.css';
import './editor.css';
import {
  MAX_APPOINTMENT_TITLE,
  type AppointmentDetail,
  type AppointmentType,
  type Scope,
} from '@kontor/contract/appointment';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { NoteRecords } from '../../../editor/index.ts';
import { TitleField, writingKey } from '../../../editor/writing/index.ts';
import { Conflict } from '../../../shell/forms/conflict.tsx';
import { useTexts } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { ScopeDialog } from '../scopes.tsx';
import { AlertRow } from './alert-row.tsx';
import { draftOfTheirs } from './draft.ts';
import { FindingDialog } from './finding-row.tsx';
import { LocationRow } from './location-row.tsx';
import { MoreRows } from './more-rows.tsx';
import { useColleagues } from '../colleagues.ts';
import { RepetitionDialog } from './repetition-dialog.tsx';
import { RepetitionRow, firstDateOf } from './repetition-row.tsx';
import { Fault, Row } from './row.tsx';
import { TextPart } from './text-part.tsx';
import { editorTexts } from './texts.ts';
import { TypesRow } from './types-row.tsx';
import type { AppointmentForm } from './use-appointment-form.ts';
import { WhenRow } from './when-row.tsx';
import { WhoRows } from './who-rows.tsx';

/** Codes of problems that a field says by itself. */
const OF_FIELDS: ReadonlySet<string> = new Set([
  'APPOINTMENT_TIMES_INVALID',
  'ORGANISER_ELSEWHERE',
  'REMINDER_PAST',
  'TYPE_GONE',
  'APPOINTMENT_REPETITION_INVALID',
  'REPETITION_FORBIDDEN',
  'SERIES_TOO_LONG',
]);

type WritingEvent = Parameters<typeof writingKey>[0];

/** Which of a series may be meant by an edit: one alone cannot have a rule of its own. */
export function scopesOfEdit(
  { draft, before }: Pick<AppointmentForm, 'draft' | 'before'>,
  scopes: readonly Scope[],
): readonly Scope[] {
  const isRuleNew = JSON.stringify(draft.repetition) !== JSON.stringify(before.repetition);
  return isRuleNew ? scopes.filter((scope) => scope !== 'one') : scopes;
}

/** All that is edited of an appointment. Its bar sends the form. */
export function Editor({
  form,
  details,
  types,
  scopes,
  organiserId,
  records,
  isNew,
  beneathTitle,
  answer,
  links,
}: {
  form: AppointmentForm;
  /** Undefined of a new one. */
  details: AppointmentDetail | undefined;
  types: readonly AppointmentType[];
  /** Which of its series can be meant; one where nothing is to be said. */
  scopes: readonly [Scope, ...Scope[]];
  organiserId: number | null;
  records?: NoteRecords;
  isNew: boolean;
  beneathTitle?: ReactNode;
  answer?: ReactNode;
  links?: ReactNode;
}) {
  const t = useTexts(editorTexts);
  const { nameOf } = useColleagues();
  const { ref, draft, change, fault } = form;
  const [isRepeating, setRepeating] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const appointmentId = details?.appointmentId ?? null;
  const search = (): void => setSearching(true);
  const [scopesAsked, setScopesAsked] = useState<readonly Scope[]>();
  const type = types.find(({ id }) => id === draft.appointmentType);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const [only, ...more] = scopesOfEdit(form, scopes);
    if (more.length === 0) void form.saveAs(only ?? 'all');
    else if (form.check()) setScopesAsked([only ?? 'one', ...more]);
  };
  const submit = (): void => ref.current?.requestSubmit();
  const key = (event: WritingEvent): boolean => writingKey(event, { done: submit, save: submit });
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that save, wherever the focus is in it */}
      <form
        ref={ref}
        className="appointment-form"
        aria-label={t.bar}
        noValidate
        onSubmit={send}
        onKeyDown={(event) => void key(event)}
      >
        <div className="appointment-head">
          <TitleField
            label={t.title}
            placeholder={t.titlePlaceholder}
            maxLength={MAX_APPOINTMENT_TITLE}
            autoFocus={isNew}
            value={draft.title}
            onChange={(title) => change({ title })}
            onEnter={() => ref.current?.querySelector<HTMLElement>('.appointment-times input')?.focus()}
          />
          <TypesRow form={form} types={types} appointmentId={appointmentId ?? 0} nameOf={nameOf} />
          {beneathTitle}
        </div>
        <Conflict t={t} form={form} draftOf={(theirs) => draftOfTheirs(theirs, form.before)} />
        <FaultNote text={fault !== undefined && !OF_FIELDS.has(fault.code) ? fault.text : undefined} />
        <WhenRow form={form} isDstChange={details?.dstChange === true} onFind={search} />
        <RepetitionRow
          form={form}
          details={details}
          isForbidden={type?.forbiddenRepetition === true}
          onChange={() => setRepeating(true)}
        />
        <LocationRow form={form} />
        <WhoRows form={form} details={details} organiserId={organiserId} onFind={search} />
        {answer}
        <AlertRow form={form} />
        {links}
        <TextRow form={form} records={records} onKey={key} />
        <MoreRows form={form} />
        {/* Enter in a field sends a form that has a button for it. */}
        <button type="submit" hidden tabIndex={-1}>
          {t.save}
        </button>
      </form>
      {isRepeating ? (
        <RepetitionDialog
          value={draft.repetition}
          firstDate={firstDateOf(draft)}
          onTake={(repetition) => change({ repetition })}
          onClose={() => setRepeating(false)}
        />
      ) : null}
      {isSearching ? (
        <FindingDialog form={form} appointmentId={appointmentId} onClose={() => setSearching(false)} />
      ) : null}
      {scopesAsked === undefined ? null : (
        <ScopeDialog
          title={t.scopeTitle}
          scopes={scopesAsked}
          onChoose={(scope) => void form.saveAs(scope)}
          onClose={() => setScopesAsked(undefined)}
        >
          <p>{t.scopeHint}</p>
        </ScopeDialog>
      )}
    </>
  );
}

/** What is to be said about it. */
function TextRow({
  form: { draft, wrong, change },
  records,
  onKey,
}: {
  form: AppointmentForm;
  records: NoteRecords | undefined;
  onKey: (event: WritingEvent) => boolean;
}) {
  const t = useTexts(editorTexts);
  const { nameOf } = useColleagues();
  const people = draft.participants.flatMap(({ userId, name, active }) =>
    userId === null || !active ? [] : [{ userId, name: name || nameOf(userId) }],
  );
  return (
    <Row icon="text-align-left" label={t.text}>
      <TextPart
        html={draft.description}
        people={people}
        {...(records === undefined ? {} : { records })}
        readOnly={false}
        onChange={(description) => change({ description })}
        onKey={onKey}
      />
      <Fault text={wrong.includes('text') ? t.textTooLong : undefined} />
    </Row>
  );
}
