import { resourceOfCalendar, type Scope, type Span } from '@kontor/contract/appointment';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import { answer, give, inTheWayOf, move, remove } from './changes.ts';
import type { Question } from './change-dialog.tsx';
import type { Times } from './pending.ts';
import { calendarTexts } from './texts.ts';
import { problemWords } from '../problem-words.ts';

interface Around {
  /** Of a calendar. */
  readonly nameOf: (calendarId: number) => string;
  /** Whether an occurrence stands in a calendar that is shown. */
  readonly isIn: (span: Span, calendarId: number) => boolean;
}

/** What can be done with what calendars show. The same functions at every drawing. */
export type ChangeActs = ReturnType<typeof useChanges>['acts'];

/** Moves, removes and answers what calendars show: at once, with a way back, and a question where there is one to be asked. */
export function useChanges(zone: string, { nameOf, isIn }: Around) {
  const client = useClient();
  const { notices } = useShell();
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const [question, setQuestion] = useState<Question>();
  const refuse = (error: unknown): void =>
    void notices.show({ text: problemWords(asFailure(error), language), tone: 'fault' });

  /** Asks about what something collides with, and says what else has failed. */
  function failed(error: unknown, again: () => void): void {
    const inTheWay = inTheWayOf(asFailure(error));
    if (inTheWay === undefined) return refuse(error);
    const { collisions, isFinal } = inTheWay;
    if (isFinal) return setQuestion({ kind: 'taken', collisions });
    setQuestion({
      kind: 'collision',
      collisions,
      onAnswer: () => {
        setQuestion(undefined);
        again();
      },
    });
  }

  const done = (text: string, undo: () => void): void =>
    void notices.done(undo, Promise.resolve({ text, undo: t.undo }));

  /** Moves it, once it is known which ones of a series are meant; what it collides with is asked about. */
  async function moveTo(span: Span, to: Times, scope: Scope, accepted?: true): Promise<void> {
    try {
      await move(client, { span, to, zone, scope, ...(accepted && { accepted }) });
    } catch (error) {
      return failed(error, () => void moveTo(span, to, scope, true));
    }
    if (span.repeats) return;
    const back = { ...span, ...to };
    done(t.moved, () => void move(client, { span: back, to: span, zone, accepted: true }).catch(refuse));
  }

  /** Gives it to another calendar, once somebody has said so. */
  async function giveTo(span: Span, to: Times, calendarId: number, accepted?: true): Promise<void> {
    try {
      await give(client, { span, to, zone, ...(accepted && { accepted }) }, calendarId);
    } catch (error) {
      return failed(error, () => void giveTo(span, to, calendarId, true));
    }
    if (span.repeats) return;
    const back = { ...span, ...to, calendarId };
    done(
      t.given,
      () => void give(client, { span: back, to: span, zone, accepted: true }, span.calendarId).catch(refuse),
    );
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

  const acts = useSteady({
    /** Moves it to other times, and to another calendar of the same sort where it is not in that one already. */
    place(span: Span, to: Times, calendarId: number): void {
      const isElsewhere =
        calendarId !== span.calendarId &&
        (resourceOfCalendar(calendarId) === null) === (resourceOfCalendar(span.calendarId) === null) &&
        !isIn(span, calendarId);
      if (isElsewhere)
        return setQuestion({
          kind: 'give',
          name: nameOf(calendarId),
          isOne: span.repeats,
          onAnswer: () => {
            setQuestion(undefined);
            void giveTo(span, to, calendarId);
          },
        });
      if (to.start === span.start && to.end === span.end) return;
      if (span.repeats) ask(false, (scope) => void moveTo(span, to, scope));
      else void moveTo(span, to, 'one');
    },
    remove(span: Span): void {
      if (span.repeats) ask(true, (scope) => void removeNow(span, scope));
      else void removeNow(span, 'one');
    },
    answer(span: Span, state: 'accepted' | 'declined'): void {
      answer(client, span, state).catch(refuse);
    },
  });
  return { question, forget: () => setQuestion(undefined), acts };
}
