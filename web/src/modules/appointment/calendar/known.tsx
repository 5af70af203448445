import {
  appointmentQueries,
  type CalendarLevel,
  type PermittedCalendar,
  type Resource,
} from '@kontor/contract/appointment';
import { useMemo } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { Portrait } from '../../../shell/index.ts';
import { ResourceSign, useResources } from '../resources.tsx';

/** A calendar that can be shown, of a person or of a resource. */
export interface KnownCalendar {
  readonly id: number;
  readonly name: string;
  readonly picture: string | null;
  readonly level: CalendarLevel;
  /** Undefined of a person. */
  readonly resource: Resource | undefined;
}

const NOBODY: readonly PermittedCalendar[] = [];

/** The calendars that the person may see something of: people, then resources. */
export function useKnownCalendars(): readonly KnownCalendar[] {
  const permitted = useAsk(appointmentQueries.permittedCalendars, {}).data ?? NOBODY;
  const resources = useResources();
  return useMemo(
    () => [
      ...permitted.map(({ userId, fullUserName, userAvatar, level }) => ({
        id: userId,
        name: fullUserName,
        picture: userAvatar,
        level,
        resource: undefined,
      })),
      ...resources.map((resource) => ({
        id: resource.calendarId,
        name: resource.name,
        picture: null,
        level: 'read' as const,
        resource,
      })),
    ],
    [permitted, resources],
  );
}

/** Whose calendar it is: a portrait, or what the resource is. */
export const CalendarSign = ({
  calendar: { id, name, picture, resource },
  small = false,
}: {
  calendar: KnownCalendar;
  small?: boolean;
}) =>
  resource === undefined ? (
    <Portrait name={name} picture={picture} userId={id} {...(small ? { size: 's' } : {})} />
  ) : (
    <ResourceSign kind={resource.kind} />
  );
