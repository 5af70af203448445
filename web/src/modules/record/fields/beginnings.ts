import type { FieldDefinition, Value } from '@kontor/contract/record';
import { useClient, useValue } from '../../../client/react.tsx';
import { useZone } from '../../../shell/index.ts';
import type { Values } from './values.ts';

/** What beginnings are told by. */
export interface Beginner {
  /** `2026-12-01` */
  readonly today: string;
  /** What the person is called. */
  readonly me: string;
}

/** Whether the server gives a field of a new record the next free number. */
export const isNumbered = ({ default: begins }: FieldDefinition): boolean =>
  typeof begins === 'object' && 'kind' in begins && begins.kind === 'number';

/** What a field begins with; undefined where nothing is said, or the server alone knows it. */
export function beginningOf({ default: begins }: FieldDefinition, { today, me }: Beginner): Value | undefined {
  if (begins === undefined || typeof begins === 'string' || !('kind' in begins)) return begins;
  return { today, me, number: undefined }[begins.kind];
}

/** The same of many, by their keys. */
export const beginningsOf = (fields: readonly FieldDefinition[], beginner: Beginner): Values =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = beginningOf(field, beginner);
      return value === undefined ? [] : [[field.key, value]];
    }),
  );

/** What fields begin with for the person, as the server would fill them: today is that of the instance. */
export function useBeginner(): Beginner {
  const client = useClient();
  const user = useValue(client.user);
  const own = useZone();
  const zone = useValue(client.configuration)?.settings.timeZone ?? own;
  const me = user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim() || user.userName;
  const now = Temporal.Instant.fromEpochMilliseconds(client.env.now());
  return { today: now.toZonedDateTimeISO(zone).toPlainDate().toString(), me };
}
