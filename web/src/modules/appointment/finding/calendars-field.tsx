import { resourceCalendar, resourceOfCalendar, type Resource } from '@kontor/contract/appointment';
import { useTexts } from '../../../shell/index.ts';
import { PeopleField, availableOf, type Available, type Chosen, type Thing } from '../../sharing/index.tsx';
import type { useColleagues } from '../colleagues.ts';
import { resourceTexts } from '../resource-texts.ts';
import { RESOURCE_ICONS, resourceWords } from '../resources.tsx';
import { findingTexts } from './texts.ts';

/** Who and what can be there. */
export interface Findable {
  readonly colleagues: Pick<ReturnType<typeof useColleagues>, 'users' | 'nameOf' | 'pictureOf'>;
  readonly resources: readonly Resource[];
}

/** What a calendar is called; empty where nobody knows. */
export function nameOfCalendar({ colleagues, resources }: Findable, calendarId: number): string {
  const resourceId = resourceOfCalendar(calendarId);
  if (resourceId === null) return colleagues.nameOf(calendarId);
  return resources.find(({ id }) => id === resourceId)?.name ?? '';
}

const NOBODY: Available = { users: [], groups: [] };

/** Calendars while they are chosen: people, groups as their people, and resources. Their numbers are `value`. */
export function CalendarsField({
  label,
  hint,
  fault,
  findable,
  onlyResources = false,
  autoFocus = false,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  fault: string | undefined;
  findable: Findable;
  onlyResources?: boolean;
  autoFocus?: boolean;
  value: readonly number[];
  onChange: (value: readonly number[]) => void;
}) {
  const t = useTexts(findingTexts);
  const r = useTexts(resourceTexts);
  const { colleagues, resources } = findable;
  const ofPeople = value.filter((id) => resourceOfCalendar(id) === null);
  const ofResources = value.filter((id) => resourceOfCalendar(id) !== null);
  const things = resources.map((one): Thing => ({
    kind: 'thing',
    thingId: one.id,
    displayName: one.name,
    icon: RESOURCE_ICONS[one.kind],
    detail: resourceWords(one, r) || r.kinds[one.kind],
  }));
  const people = ofPeople.map((userId): Chosen => ({
    kind: 'user',
    userId,
    displayName: colleagues.nameOf(userId) || t.unknown,
    userAvatar: colleagues.pictureOf(userId),
  }));
  const idsOf = (one: Chosen): readonly number[] =>
    one.kind === 'user' ? [one.userId] : one.kind === 'group' ? one.userIds : [];
  return (
    <PeopleField
      available={onlyResources ? NOBODY : availableOf(colleagues.users, undefined)}
      chosen={people}
      has={() => false}
      fault={fault}
      words={{ people: label, peopleHint: hint, nobody: t.nobody }}
      things={{
        available: things,
        chosen: things.filter(({ thingId }) => ofResources.includes(resourceCalendar(thingId))),
        onChange: (chosen) => onChange([...ofPeople, ...chosen.map(({ thingId }) => resourceCalendar(thingId))]),
      }}
      autoFocus={autoFocus}
      onChange={(chosen) => onChange([...new Set([...chosen.flatMap(idsOf), ...ofResources])])}
    />
  );
}
