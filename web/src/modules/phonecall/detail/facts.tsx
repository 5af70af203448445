import type { PhonecallDetail } from '@kontor/contract/phonecall';
import type { ReactNode } from 'react';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { PhoneNumber } from '../../../shell/numbers/phone-number.tsx';
import { clockOf } from '../row/rules.ts';
import type { Call } from './fields.ts';
import { texts } from './texts.ts';
import { useSaying } from './use-saying.ts';

interface Props {
  readonly details: PhonecallDetail;
  readonly fields: Call;
  readonly isFixed: boolean;
  readonly onWrite: (part: Partial<Call>) => void;
}

/** What is known of a call. Who took it, for whom, and its list are chosen in their place. */
export function CallFacts({ details, fields, isFixed, onWrite }: Props) {
  const t = useTexts(texts);
  const say = useSaying();
  const formats = useFormats();
  const { direction, outcome, callTimestamp, duration, calledNumber, line, isManual, tries } = details;
  const people = withShown(details.availableUsers, [fields.receivedBy, fields.receivedFor], (id) =>
    say.person(id, details),
  );
  const personOptions = [[0, t.nobody] as const, ...people.map(({ id, name }) => [id, name] as const)];
  const listOptions = [
    [0, t.ownList] as const,
    ...withShown(details.availableCallLists, [fields.phoneCallListId], (id) => say.list(id, details)).map(
      ({ id, name }) => [id, name] as const,
    ),
  ];
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.time, formats.full(callTimestamp)],
    [t.what, [t.directions[direction], t.outcomes[outcome], ...(tries > 1 ? [t.tries(tries)] : [])].join(', ')],
    [t.duration, duration === 0 ? '' : clockOf(duration)],
    [t.ownNumber, calledNumber === '' ? '' : <PhoneNumber key="own" number={calledNumber} />],
    [t.line, line || (isManual ? t.byHand : '')],
  ];
  return (
    <dl className="facts call-facts">
      {facts.map(([label, said]) =>
        said === '' ? null : (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{said}</dd>
          </div>
        ),
      )}
      <Chosen
        label={t.by}
        value={fields.receivedBy}
        options={personOptions}
        isFixed={isFixed}
        onChange={(receivedBy) => onWrite({ receivedBy })}
      />
      <Chosen
        label={t.to}
        value={fields.receivedFor}
        options={personOptions}
        isFixed={isFixed}
        onChange={(receivedFor) => onWrite({ receivedFor })}
      />
      <Chosen
        label={t.list}
        value={fields.phoneCallListId}
        options={listOptions}
        isFixed={isFixed}
        onChange={(phoneCallListId) => onWrite({ phoneCallListId })}
      />
      <Legs details={details} />
    </dl>
  );
}

/** What is stored stays to be seen, also where it can be chosen no more. */
function withShown(
  known: readonly { readonly id: number; readonly name: string }[],
  shown: readonly number[],
  nameOf: (id: number) => string,
) {
  const more = [...new Set(shown)].filter((id) => id !== 0 && !known.some((one) => one.id === id));
  return [...known, ...more.map((id) => ({ id, name: nameOf(id) || '…' }))];
}

function Chosen({
  label,
  value,
  options,
  isFixed,
  onChange,
}: {
  label: string;
  value: number;
  options: readonly (readonly [number, string])[];
  isFixed: boolean;
  onChange: (value: number) => void;
}) {
  const said = options.find(([id]) => id === value)?.[1] ?? '';
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {isFixed ? (
          said
        ) : (
          <select
            className="call-select"
            aria-label={label}
            value={value}
            onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
          >
            {options.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </dd>
    </>
  );
}

/** The ways that a conversation took, where there was more than one. */
function Legs({ details }: { details: PhonecallDetail }) {
  const t = useTexts(texts);
  const say = useSaying();
  const formats = useFormats();
  const now = useMinute();
  if (details.legs.length < 2) return null;
  return (
    <>
      <dt>{t.legs}</dt>
      <dd>
        <ol className="call-legs">
          {details.legs.map(({ at, userId, terminal, outcome, duration }, index) => (
            <li key={index}>
              <span className="quiet">{formats.short(at, now)}</span>{' '}
              {t.leg(
                (userId === 0 ? '' : say.person(userId, details)) || terminal || t.unknownTerminal,
                t.outcomes[outcome],
              )}
              {duration === 0 ? '' : `, ${clockOf(duration)}`}
            </li>
          ))}
        </ol>
      </dd>
    </>
  );
}
