import { absenceCommands } from '@kontor/contract/mail';
import { useState } from 'react';
import { useClient, useValue } from '../../../../client/react.tsx';
import { useLanguage, useShell, useTexts, useZone } from '../../../../shell/index.ts';
import { newerCopy, useForm } from '../../../../shell/forms/use-form.ts';
import { EMPTY } from '../../../../editor/document.ts';
import { fieldTexts } from '../../composer/editor/field-texts.ts';
import { toDoc } from '../../composer/schema.ts';
import { saidOf } from '../said-of.ts';
import { contentOf, draftOf, faultsOf, type Absence, type AbsenceDraft, type Begun, type Candidate } from './draft.ts';
import { exampleAnswer, reworded } from './example.ts';
import { texts } from './texts.ts';
import { spanWords, timesOf, type Span } from './when.ts';

interface Options {
  readonly begun: Begun;
  readonly title: string;
  readonly candidates: readonly Candidate[];
}

/** An absence while it is written: its form, what is wrong with it, and its answer, which follows the end and the substitute. */
export function useAbsenceForm({ begun, title, candidates }: Options) {
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
  const form = useForm<AbsenceDraft, Absence>({
    title,
    start: begun.draft,
    version: begun.version,
    isValid: (draft) => checked(draft).times !== undefined && Object.keys(checked(draft).faults).length === 0,
    wrong: '.absence-editor[data-faulty=true] .written',
    send: async (draft, version) => {
      const { times, sent } = checked(draft);
      if (times === undefined) return;
      await client.sendNow(absenceCommands.saveAbsence, {
        ...begun.whose,
        ...times,
        ...contentOf(sent),
        aggregateVersion: version,
      });
      client.ask.touch(['mailAbsences']);
      notices.show({ text: t.saved });
    },
    say: ({ code }) => saidOf(t.problems, code),
    newer: newerCopy<Absence>(({ version }) => version),
    savesOver: true,
    // What is called off can be planned once more.
    isGone: ({ code }) => code === 'NOT_FOUND',
  });
  const { draft, isTried, change, takeTheirs } = form;
  const { faults, sent } = checked(draft);

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
  return {
    ...form,
    zone,
    /** What was saved before; undefined where it is to come. */
    before,
    mayWrite,
    /** Whether it will be answered. */
    answers: sent.answers,
    taken,
    faultOf(key: keyof typeof faults): string | undefined {
      const known = isTried ? faults[key] : undefined;
      return known === undefined ? undefined : t.faults[known];
    },
    /** Changes what an answer speaks of, and with it the answer: that which is offered, or, in one of the person's own, its end. */
    changeMatter(part: Partial<AbsenceDraft>): void {
      const [from, to] = [endOf(draft.span), endOf(part.span ?? draft.span)];
      if (from === undefined || to === undefined) return change(part);
      const isOffered = JSON.stringify(offered(draft).doc) === JSON.stringify(draft.doc);
      const doc = isOffered ? offered({ ...draft, ...part }).doc : reworded(draft.doc, from, to);
      const innerDoc = reworded(draft.innerDoc, from, to);
      change({ ...part, doc, innerDoc, subject: draft.subject.replaceAll(from, to) });
      if (isOffered || doc !== draft.doc || innerDoc !== draft.innerDoc) setTaken((count) => count + 1);
    },
    async takeNewer(absence: Absence): Promise<void> {
      const [doc, innerDoc] = await Promise.all([
        toDoc(absence.content),
        absence.innerContent === '' ? EMPTY : toDoc(absence.innerContent),
      ]);
      const other = draftOf(absence, { doc, innerDoc }, zone);
      setBefore(absence);
      takeTheirs(other);
      setTaken((count) => count + 1);
    },
  };
}
