import { useEffect, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useLanguage, useZone } from '../../../shell/index.ts';
import type { Person } from '../../../shell/understand/person.ts';
import type { understandLine } from './understand.ts';

/** What is to be made: what a line says, and else what the slot says. */
export interface UnderstoodSlot {
  readonly title: string;
  readonly day: string;
  /** Minutes of the day's clock. */
  readonly from: number;
  readonly to: number;
  readonly people: readonly Person[];
  /** Words that are to name records. */
  readonly records: readonly string[];
  /** A day that the line names and no calendar has. */
  readonly impossible?: string;
}

interface Slot {
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

/** Reads a line, once what reads it is loaded; until then all of it is the title. */
export function useUnderstood(
  line: string,
  { day, from, to }: Slot,
  people: readonly Person[],
  chosen?: ReadonlySet<string>,
): UnderstoodSlot {
  const client = useClient();
  const language = useLanguage();
  const zone = useZone();
  const [read, setRead] = useState<typeof understandLine>();
  useEffect(() => {
    let isThere = true;
    import('./understand.ts').then(
      (module) => isThere && setRead(() => module.understandLine),
      // All of it is the title then.
      () => undefined,
    );
    return () => {
      isThere = false;
    };
  }, []);
  if (read === undefined) return { title: line.trim(), day, from, to, people: [], records: [] };
  const now = Temporal.Instant.fromEpochMilliseconds(client.env.now()).toZonedDateTimeISO(zone);
  const said = read(line, { now, language, people, ...(chosen && { chosen }) });
  const begins = said.from ?? from;
  return {
    title: said.title,
    day: said.day ?? day,
    from: begins,
    to: said.to ?? begins + to - from,
    people: said.people,
    records: said.records,
    ...(said.impossible === undefined ? {} : { impossible: said.impossible }),
  };
}
