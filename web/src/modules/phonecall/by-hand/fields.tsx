import { MAX_REASON, phonecallQueries } from '@kontor/contract/phonecall';
import type { ResultOf } from '@kontor/contract/kernel';
import { useId } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { useTexts } from '../../../shell/index.ts';
import { dialOf } from '../../../shell/numbers/dial-of.ts';
import { Check, Segments, SelectField, TextField } from '../../../ui/fields.tsx';
import { nameText } from '../naming/rules.ts';
import { namingTexts } from '../naming/texts.ts';
import { secondsOf } from '../moments.ts';
import { problemTexts } from '../problem-texts.ts';
import { isNumber, type CallDraft } from './draft.ts';
import { texts } from './texts.ts';

interface Props {
  readonly draft: CallDraft;
  readonly change: (part: Partial<CallDraft>) => void;
}

/** Who it was with, and what about. */
export function NumberFields({ draft, change, isTried }: Props & { isTried: boolean }) {
  const t = useTexts(texts);
  const p = useTexts(problemTexts);
  const n = useTexts(namingTexts);
  const id = useId();
  const dial = dialOf(draft.number);
  const naming = useAsk(phonecallQueries.whoIs, dial === '' ? undefined : { number: dial }).data;
  const known = naming === undefined ? '' : nameText(naming, n.or);
  return (
    <>
      <Segments
        label={t.direction}
        value={draft.direction}
        options={[
          ['0', t.directions.incoming],
          ['1', t.directions.outgoing],
        ]}
        onChange={(direction) => change({ direction })}
      />
      <div className="two">
        <TextField
          label={t.number}
          hint={known === '' ? t.numberHint : t.known(known)}
          inputMode="tel"
          maxLength={100}
          autoComplete="off"
          autoFocus
          fault={isTried && !isNumber(draft.number) ? p.PHONE_NUMBER_INVALID : undefined}
          value={draft.number}
          onChange={({ currentTarget }) => change({ number: currentTarget.value })}
        />
        {known === '' || draft.name !== '' ? (
          <TextField
            label={t.name}
            hint={t.nameHint}
            maxLength={200}
            autoComplete="off"
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        ) : null}
      </div>
      <div className="field call-reason">
        <label htmlFor={id}>{t.reason}</label>
        <textarea
          id={id}
          className="input"
          rows={4}
          maxLength={MAX_REASON}
          value={draft.reason}
          onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
        />
      </div>
    </>
  );
}

/** When it was, how long, and whether somebody is to be called back. */
export function TimeFields({ draft, change, isTried }: Props & { isTried: boolean }) {
  const t = useTexts(texts);
  return (
    <>
      <div className="two">
        <DateField
          label={t.time}
          kind="moment"
          required
          value={draft.moment}
          onChange={(moment) => change({ moment })}
        />
        <TextField
          label={t.duration}
          hint={t.durationHint}
          maxLength={8}
          autoComplete="off"
          fault={isTried && secondsOf(draft.duration) === undefined ? t.durationWrong : undefined}
          value={draft.duration}
          onChange={({ currentTarget }) => change({ duration: currentTarget.value })}
        />
      </div>
      <Check
        label={t.callback}
        checked={draft.isCallbackDesired}
        onChange={({ currentTarget }) => change({ isCallbackDesired: currentTarget.checked })}
      />
      {draft.isCallbackDesired ? (
        <DateField
          label={t.until}
          hint={t.untilHint}
          kind="moment"
          value={draft.until}
          onChange={(until) => change({ until })}
        />
      ) : null}
    </>
  );
}

/** Who took it, whom it was for, and who sees it. */
export function PeopleFields({
  draft,
  change,
  lists,
  userId: own,
}: Props & { lists: ResultOf<typeof phonecallQueries.lists> | undefined; userId: number }) {
  const t = useTexts(texts);
  const receivedBy = draft.receivedBy ?? own;
  const people = (lists?.users ?? []).filter(({ userId, active }) => userId > 0 && active);
  const options = (chosen: number) => [
    ['0', t.nobody] as const,
    ...people.map(({ userId, fullName }) => [String(userId), fullName] as const),
    ...(chosen === 0 || people.some(({ userId }) => userId === chosen) ? [] : [[String(chosen), '…'] as const]),
  ];
  return (
    <div className="two">
      <SelectField
        label={t.by}
        value={String(receivedBy)}
        options={options(receivedBy)}
        onChange={(id) => change({ receivedBy: Number(id) })}
      />
      <SelectField
        label={t.to}
        value={String(draft.receivedFor)}
        options={options(draft.receivedFor)}
        onChange={(id) => change({ receivedFor: Number(id) })}
      />
      <SelectField
        label={t.list}
        value={String(draft.listId)}
        options={[['0', t.ownList], ...(lists?.boxes ?? []).map(({ boxId, name }) => [String(boxId), name] as const)]}
        onChange={(id) => change({ listId: Number(id) })}
      />
    </div>
  );
}
