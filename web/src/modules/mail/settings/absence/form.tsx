import { absenceCommands } from '@kontor/contract/mail';
import { useState } from 'react';
import { useClient, useValue } from '../../../../client/react.tsx';
import { useLanguage, useShell, useTexts, useZone } from '../../../../shell/index.ts';
import { useForm } from '../../../../shell/use-form.ts';
import { Check, SelectField, TextField } from '../../../../ui/fields.tsx';
import { Button, Callout, IconButton } from '../../../../ui/parts.tsx';
import { FormEnd } from '../parts.tsx';
import { EMPTY } from '../../../../editor/document.ts';
import { fieldTexts } from '../../composer/editor/field-texts.ts';
import { toDoc } from '../../composer/schema.ts';
import { saidOf } from '../said-of.ts';
import { AnswerText } from './answer-text.tsx';
import { contentOf, draftOf, faultsOf, type Absence, type AbsenceDraft, type Begun } from './draft.ts';
import { exampleAnswer, reworded } from './example.ts';
import { SpanFields } from './span-fields.tsx';
import { texts } from './texts.ts';
import { spanWords, timesOf, type Span } from './when.ts';

/** Somebody who may stand in. */
export interface Candidate {
  readonly id: number;
  readonly name: string;
  readonly isAway: boolean;
}

/** An absence that is written: when, what is answered, and who stands in. */
export function AbsenceForm({
  begun,
  title,
  candidates,
  sample,
  onSaved,
  onClose,
}: {
  begun: Begun;
  title: string;
  candidates: readonly Candidate[];
  /** What placeholders stand for in the preview. */
  sample: Readonly<Record<string, string>>;
  onSaved: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const f = useTexts(fieldTexts);
  const client = useClient();
  const language = useLanguage();
  const zone = useZone();
  const { notices } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const [now] = useState(() => client.env.now());
  const [before, setBefore] = useState(begun.absence);
  /** Counts texts that did not come from their editor, which begins anew with each. */
  const [taken, setTaken] = useState(0);
  const checked = (draft: AbsenceDraft) => {
    const times = timesOf(draft.span, zone, before);
    const sent = { ...draft, answers: draft.answers && mayWrite };
    return { times, sent, faults: faultsOf(sent, times, now) };
  };
  const { ref, draft, theirs, fault, isTried, isBusy, change, submit, takeTheirs, leave } = useForm<
    AbsenceDraft,
    Absence
  >({
    title,
    start: begun.draft,
    version: begun.version,
    isValid: (draft) => checked(draft).times !== undefined && Object.keys(checked(draft).faults).length === 0,
    wrong: '.absence-editor[data-faulty=true] .written',
    send: async (draft, version) => {
      const { times, sent } = checked(draft);
      if (times === undefined) return;
      await client.tellNow(absenceCommands.saveAbsence, {
        ...begun.whose,
        ...times,
        ...contentOf(sent),
        aggregateVersion: version,
      });
      client.ask.touch(['mailAbsences']);
      notices.show({ text: t.saved });
      onSaved();
    },
    say: ({ code }) => saidOf(t.problems, code),
    newer: (data) => ({ copy: data as Absence, version: (data as Absence).version }),
    savesOver: true,
    // What is called off can be planned once more.
    isGone: ({ code }) => code === 'NOT_FOUND',
  });
  const { faults, sent } = checked(draft);
  const { answers } = sent;

  const endOf = (span: Span): string | undefined => {
    const meant = timesOf(span, zone);
    return meant === undefined ? undefined : spanWords(meant, { language, zone, now }).until;
  };
  /** The answer that is offered, as it would be for a draft. */
  const offered = ({ span, substituteId }: AbsenceDraft) =>
    exampleAnswer(t.example, {
      until: endOf(span) ?? '',
      substitute: candidates.find(({ id }) => id === substituteId)?.name,
      senderName: f.labels['sender.name'],
      isOurs: begun.whose.accountId !== null,
    });
  /** Changes what an answer speaks of, and with it the answer: that which is offered, or, in one of the person's own, its end. */
  const changeMatter = (part: Partial<AbsenceDraft>): void => {
    const [from, to] = [endOf(draft.span), endOf(part.span ?? draft.span)];
    if (from === undefined || to === undefined) return change(part);
    const isOffered = JSON.stringify(offered(draft).doc) === JSON.stringify(draft.doc);
    const doc = isOffered ? offered({ ...draft, ...part }).doc : reworded(draft.doc, from, to);
    const innerDoc = reworded(draft.innerDoc, from, to);
    change({ ...part, doc, innerDoc, subject: draft.subject.replaceAll(from, to) });
    if (isOffered || doc !== draft.doc || innerDoc !== draft.innerDoc) setTaken((count) => count + 1);
  };

  const takeNewer = async (absence: Absence): Promise<void> => {
    const [doc, innerDoc] = await Promise.all([
      toDoc(absence.content),
      absence.innerContent === '' ? EMPTY : toDoc(absence.innerContent),
    ]);
    const other = draftOf(absence, { doc, innerDoc }, zone);
    setBefore(absence);
    takeTheirs(other);
    setTaken((count) => count + 1);
  };
  const close = (): void => leave(onClose);
  const saidOfFault = (key: keyof typeof faults): string | undefined => {
    const known = isTried ? faults[key] : undefined;
    return known === undefined ? undefined : t.faults[known];
  };
  const timeFault = fault?.code === 'ABSENCE_TIME' ? fault.text : undefined;
  const substituteFault = fault?.code === 'ABSENCE_SUBSTITUTE' ? fault.text : undefined;
  const options = candidates.map(({ id, name, isAway }) => [String(id), isAway ? t.awayToo(name) : name] as const);
  const isKnown = draft.substituteId === null || candidates.some(({ id }) => id === draft.substituteId);
  const subject = draft.subject.trim() === '' ? t.previewAnswer : draft.subject;
  return (
    <form
      ref={ref}
      className="account-form absence-form"
      noValidate
      aria-label={title}
      onSubmit={(event) => submit(event)}
    >
      <header className="absence-head">
        <IconButton icon="arrow-left" label={t.back} onClick={close} />
        <h2>{title}</h2>
      </header>
      <SpanFields
        span={draft.span}
        zone={zone}
        fault={saidOfFault('span') ?? timeFault}
        onChange={(span) => changeMatter({ span })}
      />
      <div className="absence-side">
        <SelectField
          label={t.substitute}
          hint={t.substituteHint}
          fault={substituteFault}
          value={String(draft.substituteId ?? '')}
          options={[
            ['', t.nobody],
            ...options,
            ...(isKnown ? [] : [[String(draft.substituteId), before?.substituteName ?? ''] as const]),
          ]}
          onChange={(chosen) => changeMatter({ substituteId: chosen === '' ? null : Number(chosen) })}
        />
      </div>
      <section className="absence-side" aria-label={t.answer}>
        {mayWrite ? (
          <Check
            label={t.answers}
            hint={t.answersHint}
            checked={draft.answers}
            onChange={({ currentTarget }) => change({ answers: currentTarget.checked })}
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
              onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
            />
            <AnswerText
              key={`text ${taken}`}
              label={t.text}
              previewLabel={t.preview}
              previewSubject={subject}
              doc={draft.doc}
              sample={sample}
              fault={saidOfFault('text')}
              onChange={(doc) => change({ doc })}
            />
            <Check
              label={t.isInnerOther}
              hint={t.isInnerOtherHint}
              checked={draft.isInnerOther}
              onChange={({ currentTarget }) => change({ isInnerOther: currentTarget.checked })}
            />
            {draft.isInnerOther ? (
              <AnswerText
                key={`inner text ${taken}`}
                label={t.innerText}
                previewLabel={t.innerPreview}
                previewSubject={subject}
                doc={draft.innerDoc}
                sample={sample}
                fault={saidOfFault('innerText')}
                onChange={(innerDoc) => change({ innerDoc })}
              />
            ) : null}
          </>
        ) : null}
      </section>
      {theirs === undefined ? null : (
        <Callout
          tone="fault"
          icon="warning"
          action={<Button onClick={() => void takeNewer(theirs)}>{t.takeOther}</Button>}
        >
          {t.changed}
        </Callout>
      )}
      {fault === undefined || timeFault !== undefined || substituteFault !== undefined ? null : (
        <Callout tone="fault" icon="warning">
          {fault.text}
        </Callout>
      )}
      <FormEnd fault={undefined} busy={isBusy} saving={isBusy} onCancel={close} />
    </form>
  );
}
