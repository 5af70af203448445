import type { Scope, Span } from '@kontor/contract/appointment';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { answer, inTheWayOf, move, remove, timeParam } from './changes.ts';
import type { Question } from './change-dialog.tsx';
import type { Slot } from './grid-rules.ts';
import { instantIn, localOf } from '../local-time.ts';
import { timesOf } from './pieces.ts';
import { calendarTexts } from './texts.ts';
import { problemWords } from '../problem-words.ts';

/** Moves, removes and answers what calendars show: at once, with a way back, and a question where there is one to be asked. */
export function useChanges(zone: string) {
  const client = useClient();
  const { notices } = useShell();
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const [question, setQuestion] = useState<Question>();
  const refuse = (error: unknown): void =>
    void notices.show({ text: problemWords(asFailure(error), language), tone: 'fault' });

  /** Moves it, once it is known which ones of a series are meant; what it collides with is asked about. */
  async function moveTo(span: Span, day: string, slot: Slot, scope: Scope, accepted = false): Promise<void> {
    const [begins, ends] = timesOf(day, slot);
    const to = { start: instantIn(begins, zone), end: instantIn(ends, zone), timeMode: span.timeMode };
    const times = { startDate: timeParam(begins, span.timeMode), endDate: timeParam(ends, span.timeMode) };
    try {
      await move(client, { span, to, ...times, scope, ...(accepted ? { accepted: true as const } : {}) });
    } catch (error) {
      const inTheWay = inTheWayOf(asFailure(error));
      if (inTheWay === undefined) return refuse(error);
      const { collisions, isFinal } = inTheWay;
      if (isFinal) return setQuestion({ kind: 'taken', collisions });
      return setQuestion({
        kind: 'collision',
        collisions,
        onAnswer: () => {
          setQuestion(undefined);
          void moveTo(span, day, slot, scope, true);
        },
      });
    }
    const before = [localOf(span.start, zone), localOf(span.end, zone)] as const;
    if (span.repeats) return;
    const back = { ...span, start: to.start, end: to.end };
    const undo = (): void =>
      void move(client, {
        span: back,
        to: span,
        startDate: timeParam(before[0], span.timeMode),
        endDate: timeParam(before[1], span.timeMode),
        accepted: true,
      }).catch(refuse);
    notices.done(undo, Promise.resolve({ text: t.moved, undo: t.undo }));
  }

  async function removeNow(span: Span, scope: Scope): Promise<void> {
    try {
      await remove(client, span, scope);
    } catch (error) {
      return refuse(error);
    }
    const undo = (): void => void remove(client, span, scope, true).catch(refuse);
    notices.done(undo, Promise.resolve({ text: t.removed, undo: t.undo }));
  }

  const ask = (isRemoval: boolean, onAnswer: (scope: Scope) => void): void =>
    setQuestion({ kind: 'scope', isRemoval, onAnswer });

  return {
    question,
    forget: () => setQuestion(undefined),
    /** Moves it to a slot of a day. */
    move(span: Span, day: string, slot: Slot): void {
      const [begins, ends] = timesOf(day, slot);
      if (instantIn(begins, zone) === span.start && instantIn(ends, zone) === span.end) return;
      if (span.repeats) ask(false, (scope) => void moveTo(span, day, slot, scope));
      else void moveTo(span, day, slot, 'one');
    },
    remove(span: Span): void {
      if (span.repeats) ask(true, (scope) => void removeNow(span, scope));
      else void removeNow(span, 'one');
    },
    answer(span: Span, state: 'accepted' | 'declined'): void {
      answer(client, span, state).catch(refuse);
    },
  };
}
