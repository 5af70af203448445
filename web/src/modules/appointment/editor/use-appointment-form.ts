import { appointmentCommands, type Collisions, type Scope } from '@kontor/contract/appointment';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useForm, type Form, type Newer } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useLanguage, useZone } from '../../../shell/index.ts';
import { problemWords } from '../problem-words.ts';
import { faultsOf, fieldsOf, type AppointmentDraft, type DraftFault, type Theirs } from './draft.ts';
import { keysAfter } from './keys.ts';

/** Nothing is known to stand in the way. */
const NOTHING: Record<'collisions' | 'taken', Collisions['pairs']> = { collisions: [], taken: [] };

interface Saved {
  readonly aggregateId: string;
  readonly aggregateVersion: number;
}

export interface AppointmentForm extends Form<AppointmentDraft, Theirs> {
  /** What stands in the way at that time, once the server has said so. */
  readonly collisions: Collisions['pairs'];
  /** What takes resources that it was to take, which cannot be taken twice. */
  readonly taken: Collisions['pairs'];
  /** What keeps the draft from being saved, from the first try on. */
  readonly wrong: readonly DraftFault[];
  /** Saves it; of a series those that `scope` means. */
  readonly saveAs: (scope: Scope) => Promise<boolean>;
  /** The same, though it collides. */
  readonly saveAnyway: () => Promise<boolean>;
}

/** The copy of an APPOINTMENT_CONFLICT. */
function newerOf({ code, problem }: Failure): Newer<Theirs> | undefined {
  if (code !== 'APPOINTMENT_CONFLICT' || problem?.data == null) return undefined;
  const copy = problem.data as Theirs;
  return { copy, version: copy.aggregateVersion };
}

/** An appointment while it is edited. `aggregateId`: left out of a new one; `scope`: which of a series are meant where nobody says so. */
export function useAppointmentForm({
  aggregateId,
  start,
  stored,
  title,
  scope,
  onSaved,
  onDone,
}: {
  aggregateId?: string;
  start: AppointmentDraft;
  stored?: AppointmentDraft;
  title: (draft: AppointmentDraft) => string;
  scope: Scope;
  /** Does what belongs to saving. The id of what was saved is another than before where it was new or parted from its series. */
  onSaved?: (aggregateId: string) => Promise<void>;
  /** Called once nothing would be lost any more by leaving the form. */
  onDone: (aggregateId: string) => void;
}): AppointmentForm {
  const client = useClient();
  const language = useLanguage();
  const zone = useZone();
  const sendOnce = useSendOnce();
  const how = useRef({ scope, accepted: false });
  const [savedAs, setSavedAs] = useState<{ readonly aggregateId: string }>();
  const [inTheWay, setInTheWay] = useState(NOTHING);
  const { collisions, taken } = inTheWay;
  const now = (): number => client.env.now();

  const write = (draft: AppointmentDraft, version: number): Promise<Saved> => {
    const { accepted } = how.current;
    if (aggregateId === undefined)
      return sendOnce(appointmentCommands.create, { ...fieldsOf(draft), accepted }).then((made) => ({
        ...made,
        aggregateVersion: 1,
      }));
    const params = { aggregateId, aggregateVersion: version, ...fieldsOf(draft), ...how.current };
    return sendOnce(appointmentCommands.save, params);
  };
  const form = useForm<AppointmentDraft, Theirs, Saved>({
    title,
    start,
    version: start.version,
    ...(stored === undefined ? {} : { stored }),
    isValid: (draft) => faultsOf(draft, stored ?? start, now(), zone).length === 0,
    send: async (draft, version, isOver) => {
      setSavedAs(undefined);
      try {
        const answer = await write(draft, isOver ? (version ?? draft.version) : draft.version);
        client.ask.touch(keysAfter(answer.aggregateId, draft.calendarId));
        await onSaved?.(answer.aggregateId);
        setSavedAs({ aggregateId: answer.aggregateId });
        return answer;
      } catch (error) {
        const { code, problem } = asFailure(error);
        const pairs = (problem?.data as Collisions | undefined)?.pairs ?? [];
        if (code === 'APPOINTMENT_COLLIDES') setInTheWay({ collisions: pairs, taken: [] });
        else if (code === 'RESOURCE_TAKEN' && pairs.length > 0) setInTheWay({ collisions: [], taken: pairs });
        else throw error;
        return false;
      } finally {
        how.current = { ...how.current, accepted: false };
      }
    },
    saved: (draft, _sent, { aggregateVersion }) => ({ ...draft, version: aggregateVersion }),
    say: (failure) => problemWords(failure, language),
    newer: newerOf,
  });
  const { before, draft, isBusy, isTried } = form;
  const done = useEffectEvent((id: string) => onDone(id));
  useEffect(() => {
    // What was saved counts as edited until the form has ended its work.
    if (savedAs !== undefined && !isBusy) done(savedAs.aggregateId);
  }, [savedAs, isBusy]);
  const saveAs = (wanted: Scope): Promise<boolean> => {
    how.current = { scope: wanted, accepted: false };
    setInTheWay(NOTHING);
    return form.save();
  };
  return {
    ...form,
    change: (part) => {
      setInTheWay(NOTHING);
      form.change(part);
    },
    takeTheirs: (theirs) => {
      setInTheWay(NOTHING);
      form.takeTheirs(theirs);
    },
    collisions,
    taken,
    wrong: isTried ? faultsOf(draft, before, now(), zone) : [],
    saveAs,
    saveAnyway: () => {
      how.current = { ...how.current, accepted: true };
      setInTheWay(NOTHING);
      return form.save();
    },
  };
}
