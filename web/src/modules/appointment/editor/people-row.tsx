import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import { MAX_PARTICIPANTS } from '@kontor/contract/appointment';
import { useAsk } from '../../../client/react.tsx';
import { Portrait, useTexts } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { Button, Callout, Icon, IconButton } from '../../../ui/parts.tsx';
import { PeopleField, addressesIn, availableOf } from '../../sharing/index.tsx';
import { personKey, withPeople, type AppointmentDraft, type DraftPerson } from './draft.ts';
import { peopleOf, standingOf, withoutPerson, withoutPresent } from './people-rules.ts';
import { peopleTexts } from './people-texts.ts';
import { Row } from './row.tsx';

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
const NOBODY: readonly FilterUser[] = [];

/** People who may take part, with their names by their numbers. */
export function useColleagues() {
  const { data, failure, retry } = useAsk(sessionQueries.moduleUsers, { module: 'appointment' });
  const users = data ?? NOBODY;
  const nameOf = (userId: number): string => users.find((user) => user.userId === userId)?.fullName ?? '';
  const pictureOf = (userId: number): string | null => users.find((user) => user.userId === userId)?.UserAvatar ?? null;
  return {
    users,
    nameOf,
    pictureOf,
    isThere: data !== undefined,
    failure: data === undefined ? failure : undefined,
    retry,
  };
}

/** Who takes part, with what each has said and may do. `onChange` is left out where nothing can be changed. */
export function PeopleRow({
  draft,
  organiserId,
  onChange,
}: {
  draft: Pick<AppointmentDraft, 'participants' | 'needsConfirmation'>;
  /** The person who invites; null for somebody outside. */
  organiserId: number | null;
  onChange: ((participants: readonly DraftPerson[]) => void) | undefined;
}) {
  const t = useTexts(peopleTexts);
  const colleagues = useColleagues();
  const { participants, needsConfirmation } = draft;
  const there = participants.filter(({ active }) => active);
  const accepted = there.filter(({ state }) => state === 'accepted').length;
  const set = (person: DraftPerson, part: Partial<DraftPerson>): void =>
    onChange?.(participants.map((one) => (personKey(one) === personKey(person) ? { ...one, ...part } : one)));
  return (
    <Row icon="users" label={t.label}>
      <div className="appointment-people-head" data-fixed={onChange === undefined}>
        <strong>{t.people(there.length)}</strong>
        {accepted === 0 ? null : <span className="quiet small">{t.accepted(accepted)}</span>}
        <span className="grow" />
        <span className="appointment-flags quiet small" aria-hidden="true">
          {FLAGS.map((flag) => (
            <span key={flag}>{t.flags[flag]}</span>
          ))}
        </span>
      </div>
      <ul className="appointment-people">
        {there.map((person) => {
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
              onSet={onChange === undefined ? undefined : (part) => set(person, part)}
              onTakeOut={onChange === undefined ? undefined : () => onChange(withoutPerson(participants, person))}
            />
          );
        })}
      </ul>
      {onChange === undefined ? null : there.length >= MAX_PARTICIPANTS ? (
        <p className="quiet small">{t.full(MAX_PARTICIPANTS)}</p>
      ) : (
        <AddPeople
          colleagues={colleagues}
          people={participants}
          onAdd={(more) => onChange(withPeople(participants, more).slice(0, MAX_PARTICIPANTS))}
        />
      )}
    </Row>
  );
}

function Person({
  person,
  name,
  picture,
  isOrganiser,
  needsConfirmation,
  onSet,
  onTakeOut,
}: {
  person: DraftPerson;
  name: string;
  picture: string | null;
  isOrganiser: boolean;
  needsConfirmation: boolean;
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

/** One field for a person, a group or a mail address. */
function AddPeople({
  colleagues: { users, nameOf, isThere, failure, retry },
  people,
  onAdd,
}: {
  colleagues: ReturnType<typeof useColleagues>;
  people: readonly DraftPerson[];
  onAdd: (people: readonly DraftPerson[]) => void;
}) {
  const t = useTexts(peopleTexts);
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
        autoFocus={false}
        onChange={(chosen) => onAdd(peopleOf(chosen, nameOf))}
      />
    </div>
  );
}
