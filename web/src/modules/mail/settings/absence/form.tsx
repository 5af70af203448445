import { EditedForm } from '../../../../shell/forms/edited-list.tsx';
import { useTexts } from '../../../../shell/index.ts';
import { Check, SelectField, TextField } from '../../../../ui/fields.tsx';
import { Button, Callout } from '../../../../ui/parts.tsx';
import { AnswerText } from './answer-text.tsx';
import type { Absence, AbsenceDraft, Begun, Candidate } from './draft.ts';
import { SpanFields } from './span-fields.tsx';
import { texts } from './texts.ts';
import { useAbsenceForm } from './use-absence-form.ts';

interface Props {
  readonly begun: Begun;
  readonly title: string;
  readonly candidates: readonly Candidate[];
  /** What placeholders stand for in the preview. */
  readonly sample: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** An absence that is written: when, what is answered, and who stands in. */
export function AbsenceForm({ begun, title, candidates, sample, onClose }: Props) {
  const t = useTexts(texts);
  const form = useAbsenceForm({ begun, title, candidates });
  const { draft, theirs, fault, zone, before, mayWrite, answers, taken } = form;
  const { change, changeMatter, faultOf, takeNewer } = form;
  const timeFault = fault?.code === 'ABSENCE_TIME' ? fault.text : undefined;
  const substituteFault = fault?.code === 'ABSENCE_SUBSTITUTE' ? fault.text : undefined;
  return (
    <EditedForm
      back={t.back}
      title={title}
      form={form}
      isNew={begun.absence === undefined}
      create={t.save}
      isSaidAbove={timeFault !== undefined || substituteFault !== undefined}
      onClose={onClose}
    >
      <SpanFields
        span={draft.span}
        zone={zone}
        fault={faultOf('span') ?? timeFault}
        onChange={(span) => changeMatter({ span })}
      />
      <SubstituteField
        substituteId={draft.substituteId}
        before={before}
        candidates={candidates}
        fault={substituteFault}
        onChange={(substituteId) => changeMatter({ substituteId })}
      />
      <AnswerFields
        draft={draft}
        mayWrite={mayWrite}
        answers={answers}
        taken={taken}
        sample={sample}
        faultOf={faultOf}
        onChange={change}
      />
      {theirs === undefined ? null : (
        <Callout
          tone="fault"
          icon="warning"
          action={<Button onClick={() => void takeNewer(theirs)}>{t.takeOther}</Button>}
        >
          {t.changed}
        </Callout>
      )}
    </EditedForm>
  );
}

/** Who stands in. Who did before is among those to choose from, also where they may not any more. */
function SubstituteField({
  substituteId,
  before,
  candidates,
  fault,
  onChange,
}: {
  substituteId: number | null;
  before: Absence | undefined;
  candidates: readonly Candidate[];
  fault: string | undefined;
  onChange: (substituteId: number | null) => void;
}) {
  const t = useTexts(texts);
  const options = candidates.map(({ id, name, isAway }) => [String(id), isAway ? t.awayToo(name) : name] as const);
  const isKnown = substituteId === null || candidates.some(({ id }) => id === substituteId);
  return (
    <div className="absence-side">
      <SelectField
        label={t.substitute}
        hint={t.substituteHint}
        fault={fault}
        value={String(substituteId ?? '')}
        options={[
          ['', t.nobody],
          ...options,
          ...(isKnown ? [] : [[String(substituteId), before?.substituteName ?? ''] as const]),
        ]}
        onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
      />
    </div>
  );
}

/** What is answered, to others and to colleagues. */
function AnswerFields({
  draft,
  mayWrite,
  answers,
  taken,
  sample,
  faultOf,
  onChange,
}: {
  draft: AbsenceDraft;
  mayWrite: boolean;
  /** Whether it will be answered. */
  answers: boolean;
  /** Goes up with each text that did not come from its editor. */
  taken: number;
  sample: Readonly<Record<string, string>>;
  faultOf: (key: 'text' | 'innerText') => string | undefined;
  onChange: (part: Partial<AbsenceDraft>) => void;
}) {
  const t = useTexts(texts);
  const subject = draft.subject.trim() === '' ? t.previewAnswer : draft.subject;
  return (
    <section className="absence-side" aria-label={t.answer}>
      {mayWrite ? (
        <Check
          label={t.answers}
          hint={t.answersHint}
          checked={draft.answers}
          onChange={({ currentTarget }) => onChange({ answers: currentTarget.checked })}
        />
      ) : (
        <p className="quiet">{t.mayNotWrite}</p>
      )}
      {answers ? (
        <>
          <TextField
            label={t.subject}
            hint={t.subjectHint}
            value={draft.subject}
            maxLength={500}
            onChange={({ currentTarget }) => onChange({ subject: currentTarget.value })}
          />
          <AnswerText
            key={`text ${taken}`}
            label={t.text}
            previewLabel={t.preview}
            previewSubject={subject}
            doc={draft.doc}
            sample={sample}
            fault={faultOf('text')}
            onChange={(doc) => onChange({ doc })}
          />
          <Check
            label={t.isInnerOther}
            hint={t.isInnerOtherHint}
            checked={draft.isInnerOther}
            onChange={({ currentTarget }) => onChange({ isInnerOther: currentTarget.checked })}
          />
          {draft.isInnerOther ? (
            <AnswerText
              key={`inner text ${taken}`}
              label={t.innerText}
              previewLabel={t.innerPreview}
              previewSubject={subject}
              doc={draft.innerDoc}
              sample={sample}
              fault={faultOf('innerText')}
              onChange={(innerDoc) => onChange({ innerDoc })}
            />
          ) : null}
        </>
      ) : null}
    </section>
  );
}
