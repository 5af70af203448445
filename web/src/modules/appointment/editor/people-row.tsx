import { MAX_PARTICIPANTS, type Collisions, type Resource } from '@kontor/contract/appointment';
import type { ReactNode } from 'react';
import { Portrait, useTexts } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { Button, Callout, Icon, IconButton } from '../../../ui/parts.tsx';
import { PeopleField, addressesIn, availableOf } from '../../sharing/index.tsx';
import { useColleagues } from '../colleagues.ts';
import { resourceTexts } from '../resource-texts.ts';
import { RESOURCE_ICONS, ResourceSign, resourceWords, useResources } from '../resources.tsx';
import { addedPerson, calendarOf, personKey, withPeople, type AppointmentDraft, type DraftPerson } from './draft.ts';
import { MailLine, type Stored } from './mail-line.tsx';
import { peopleOf, resourcesLeft, standingOf, withoutPerson, withoutPresent } from './people-rules.ts';
import { peopleTexts } from './people-texts.ts';
import { Row } from './row.tsx';
import { TakenNote } from './taken-note.tsx';
import type { Suits } from './use-suits.ts';

const FLAGS = ['accept', 'write', 'alert'] as const;
type Flag = (typeof FLAGS)[number];
const FLAG_ICONS: Readonly<Record<Flag, IconName>> = { accept: 'check', write: 'pencil-simple', alert: 'bell' };
const STANDING_ICONS: Readonly<Record<NonNullable<ReturnType<typeof standingOf>>, IconName>> = {
  accepted: 'check',
  tentative: 'question',
  declined: 'x-circle',
  none: 'circle-dashed',
  invitation: 'paper-plane-tilt',
};
const NO_PAIRS: Collisions['pairs'] = [];

/** Who takes part, with what each has said and may do. `onChange` is left out where nothing can be changed. */
export function PeopleRow({
  draft,
  organiserId,
  suits,
  taken = NO_PAIRS,
  stored,
  onFind,
  onChange,
}: {
  draft: Pick<AppointmentDraft, 'participants' | 'needsConfirmation' | 'startDay' | 'endDay'>;
  /** The person who invites; null for somebody outside. */
  organiserId: number | null;
  /** Whom the time does not suit, where that is known. */
  suits?: Suits | undefined;
  /** What takes resources that it was to take. */
  taken?: Collisions['pairs'];
  /** How it is stored; undefined of a new one. */
  stored?: Stored | undefined;
  /** Looks for another time. */
  onFind?: (() => void) | undefined;
  onChange: ((participants: readonly DraftPerson[]) => void) | undefined;
}) {
  const t = useTexts(peopleTexts);
  const colleagues = useColleagues();
  const resources = useResources();
  const { participants, needsConfirmation } = draft;
  const there = participants.filter(({ active }) => active);
  const people = there.filter(({ resourceId }) => resourceId === null);
  const accepted = there.filter(({ state }) => state === 'accepted').length;
  const mailOf = (person: DraftPerson, name: string): ReactNode => {
    const participant = stored?.participants.find((one) => personKey(one) === personKey(person));
    if (stored === undefined || participant === undefined) return null;
    const { aggregateId } = stored;
    return <MailLine {...{ aggregateId, participant, name, canSend: onChange !== undefined }} />;
  };
  const set = (person: DraftPerson, part: Partial<DraftPerson>): void =>
    onChange?.(participants.map((one) => (personKey(one) === personKey(person) ? { ...one, ...part } : one)));
  return (
    <Row icon="users" label={t.label}>
      <div className="appointment-people-head" data-fixed={onChange === undefined}>
        <strong>{t.people(people.length)}</strong>
        {accepted === 0 ? null : <span className="quiet small">{t.accepted(accepted)}</span>}
        <span className="grow" />
        <span className="appointment-flags quiet small" aria-hidden="true">
          {FLAGS.map((flag) => (
            <span key={flag}>{t.flags[flag]}</span>
          ))}
        </span>
      </div>
      <ul className="appointment-people">
        {people.map((person) => {
          const name =
            person.name || (person.userId === null ? person.address : colleagues.nameOf(person.userId)) || t.unknown;
          return (
            <Person
              key={personKey(person)}
              person={person}
              name={name}
              picture={person.userId === null ? null : colleagues.pictureOf(person.userId)}
              isOrganiser={person.userId !== null && person.userId === organiserId}
              needsConfirmation={needsConfirmation}
              mail={mailOf(person, name)}
              onSet={onChange === undefined ? undefined : (part) => set(person, part)}
              onTakeOut={onChange === undefined ? undefined : () => onChange(withoutPerson(participants, person))}
            />
          );
        })}
        {there.map((one) =>
          one.resourceId === null ? null : (
            <ResourceLine
              key={personKey(one)}
              name={one.name}
              resource={resources.find(({ id }) => id === one.resourceId)}
              standing={suits?.get(calendarOf(one) ?? 0) ?? (suits === undefined ? undefined : 'free')}
              onTakeOut={onChange === undefined ? undefined : () => onChange(withoutPerson(participants, one))}
            />
          ),
        )}
      </ul>
      {onChange === undefined ? null : there.length >= MAX_PARTICIPANTS ? (
        <p className="quiet small">{t.full(MAX_PARTICIPANTS)}</p>
      ) : (
        <AddPeople
          colleagues={colleagues}
          resources={resources}
          people={participants}
          onAdd={(more) => onChange(withPeople(participants, more).slice(0, MAX_PARTICIPANTS))}
        />
      )}
      <TakenNote pairs={taken} draft={draft} onFind={onFind} />
    </Row>
  );
}

function Person({
  person,
  name,
  picture,
  isOrganiser,
  needsConfirmation,
  mail,
  onSet,
  onTakeOut,
}: {
  person: DraftPerson;
  name: string;
  picture: string | null;
  isOrganiser: boolean;
  needsConfirmation: boolean;
  /** How the mail to them stands. */
  mail: ReactNode;
  onSet: ((part: Partial<DraftPerson>) => void) | undefined;
  onTakeOut: (() => void) | undefined;
}) {
  const t = useTexts(peopleTexts);
  const { userId, comment } = person;
  const standing = standingOf(person, needsConfirmation);
  const valueOf = (flag: Flag): boolean => (flag === 'accept' ? (person.accept ?? !needsConfirmation) : person[flag]);
  return (
    <li>
      <Portrait name={name} picture={picture} userId={userId} size="s" />
      <span className="appointment-person">
        <span>{name}</span>
        {isOrganiser ? <span className="quiet"> {t.invites}</span> : null}
        {comment === '' ? null : <span className="quiet small appointment-comment">{comment}</span>}
        {mail}
      </span>
      {standing === undefined || isOrganiser ? null : (
        <span className="appointment-standing small" data-state={standing}>
          <Icon name={STANDING_ICONS[standing]} small />
          {standing === 'invitation' ? t.invitation : t.states[standing]}
        </span>
      )}
      <span className="appointment-flags">
        {FLAGS.map((flag) => (
          <IconButton
            key={flag}
            icon={FLAG_ICONS[flag]}
            label={t.flagOf[flag](name)}
            aria-pressed={valueOf(flag)}
            // Who has no account neither writes nor is called.
            disabled={onSet === undefined || (userId === null && flag !== 'accept')}
            onClick={() => onSet?.({ [flag]: !valueOf(flag) })}
          />
        ))}
      </span>
      {onTakeOut === undefined ? null : isOrganiser ? (
        <span className="appointment-no-button" />
      ) : (
        <IconButton icon="x" label={t.takeOut(name)} onClick={onTakeOut} />
      )}
    </li>
  );
}

/** A resource that is taken up, and whether it can be. */
function ResourceLine({
  name,
  resource,
  standing,
  onTakeOut,
}: {
  name: string;
  resource: Resource | undefined;
  standing: 'free' | 'busy' | 'tentative' | 'hidden' | undefined;
  onTakeOut: (() => void) | undefined;
}) {
  const t = useTexts(peopleTexts);
  const r = useTexts(resourceTexts);
  const shown = resource?.name ?? (name || r.gone);
  const words = resource === undefined ? '' : resourceWords(resource, r);
  return (
    <li>
      <ResourceSign kind={resource?.kind} />
      <span className="appointment-person">
        <span>{shown}</span>
        {words === '' ? null : <span className="quiet small"> {words}</span>}
      </span>
      {standing === undefined ? null : (
        <span className="appointment-standing small" data-state={standing === 'free' ? 'accepted' : 'declined'}>
          <Icon name={standing === 'free' ? 'check' : standing === 'busy' ? 'x-circle' : 'question'} small />
          {t.suits[standing]}
        </span>
      )}
      {onTakeOut === undefined ? null : <IconButton icon="x" label={t.takeOut(shown)} onClick={onTakeOut} />}
    </li>
  );
}

/** One field for a person, a group, a resource or a mail address. */
function AddPeople({
  colleagues: { users, nameOf, isThere, failure, retry },
  resources,
  people,
  onAdd,
}: {
  colleagues: ReturnType<typeof useColleagues>;
  resources: readonly Resource[];
  people: readonly DraftPerson[];
  onAdd: (people: readonly DraftPerson[]) => void;
}) {
  const t = useTexts(peopleTexts);
  const r = useTexts(resourceTexts);
  if (failure !== undefined)
    return (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {t.failed}
      </Callout>
    );
  if (!isThere) return null;
  return (
    <div className="appointment-add">
      <Icon name="plus" small />
      <PeopleField
        available={withoutPresent(availableOf(users, undefined), people)}
        chosen={[]}
        has={() => false}
        fault={undefined}
        words={{ people: t.add, peopleHint: t.addHint, nobody: t.nobody }}
        addressesIn={addressesIn}
        things={{
          available: resourcesLeft(resources, people).map((one) => ({
            kind: 'thing',
            thingId: one.id,
            displayName: one.name,
            icon: RESOURCE_ICONS[one.kind],
            detail: resourceWords(one, r) || r.kinds[one.kind],
          })),
          chosen: [],
          onChange: (chosen) =>
            onAdd(
              chosen.map(({ thingId, displayName }) =>
                addedPerson({ userId: null, resourceId: thingId, address: '', name: displayName }),
              ),
            ),
        }}
        autoFocus={false}
        onChange={(chosen) => onAdd(peopleOf(chosen, nameOf))}
      />
    </div>
  );
}
