import '../settings.css';
import './absence.css';
import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import { absenceQueries, mailQueries, type MailAccount } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { Answer } from '../../../../shell/failures/answer.tsx';
import { bothOf } from '../../../../shell/failures/both-of.ts';
import { useLanguage, useMinute, useAccountEntries, useTexts, useZone } from '../../../../shell/index.ts';
import { SelectField } from '../../../../ui/fields.tsx';
import { Section } from '../../../../ui/section.tsx';
import { fieldTexts } from '../../composer/editor/field-texts.ts';
import { AwayList } from './away-list.tsx';
import { editingOf, exampleDraft, plannedAfter, sampleOf, targetsOf } from './begin.ts';
import { AbsenceCard } from './card.tsx';
import { isOf, keyOfWhose, mailboxesOf, type Absence, type Begun, type Whose } from './draft.ts';
import { AbsenceForm } from './form.tsx';
import { texts } from './texts.ts';
import { phaseOf } from './when.ts';

/** Absences: one's own, those of mailboxes that one manages, for administrators those of all; and who is away now. */
export function Absences() {
  const t = useTexts(texts);
  const absences = useAsk(absenceQueries.absences, {});
  const people = useAsk(sessionQueries.moduleUsers, { module: 'email' });
  const boxes = useAsk(mailQueries.accountSettings, {});
  return (
    <Answer answer={bothOf(absences, bothOf(people, boxes))} title={t.failed}>
      {([known, [users, accounts]]) => <Page known={known} at={absences.at} users={users} accounts={accounts} />}
    </Answer>
  );
}

function Page({
  known,
  at,
  users,
  accounts,
}: {
  known: readonly Absence[];
  /** When they were known, in milliseconds since 1970. */
  at: number;
  users: readonly FilterUser[];
  accounts: readonly MailAccount[];
}) {
  const t = useTexts(texts);
  const f = useTexts(fieldTexts);
  const client = useClient();
  const language = useLanguage();
  const zone = useZone();
  const minute = useMinute();
  const ownId = useValue(client.user)?.id ?? 0;
  const isAdministrator = useValue(client.configuration)?.isAdministrator === true;
  const companyName =
    useAccountEntries().accountEntries.find((accountEntry) => accountEntry.client === client)?.account.title ?? '';
  const [chosen, setChosen] = useState<string>();
  const [begun, setBegun] = useState<Begun>();
  /** The form was closed: what it was begun with has the focus. */
  const [isBack, setBack] = useState(false);
  const now = Math.max(minute, at);
  const around = { language, zone, now };
  const everybody = users.filter(({ userId, active }) => userId > 0 && active);
  const own: Whose = { userId: ownId, accountId: null };
  const targets = targetsOf(t, own, accounts, isAdministrator ? everybody : []);
  const [whose, name] = targets.find(([one]) => keyOfWhose(one) === chosen) ?? [own, t.me];
  const absence = known.find((one) => isOf(one, whose));
  const mailboxes = mailboxesOf(accounts, whose);
  const isAway = (id: number): boolean => known.some((one) => one.userId === id && phaseOf(one, now) === 'now');

  const edit = async (one: Absence): Promise<void> => setBegun(await editingOf(whose, one, zone));
  /** A new one begins with what the last one answered, or with an example. */
  const plan = async (): Promise<void> => {
    const today = Temporal.Instant.fromEpochMilliseconds(client.env.now())
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toString();
    if (absence !== undefined && absence.content !== '')
      return setBegun(await plannedAfter(whose, absence, today, around));
    const draft = exampleDraft(t, whose, today, f.labels['sender.name'], around);
    setBegun({ whose, absence: undefined, version: absence?.version ?? null, draft });
  };

  if (begun !== undefined) {
    const senderId = begun.whose.userId ?? mailboxes[0]?.ownerId;
    const sender = everybody.find(({ userId }) => userId === senderId)?.fullName ?? '';
    const sample = sampleOf(t, { name: sender, email: mailboxes[0]?.email ?? '' }, companyName, around);
    return (
      <AbsenceForm
        begun={begun}
        title={keyOfWhose(begun.whose) === keyOfWhose(own) ? t.title : t.titleOf(name)}
        candidates={everybody
          .filter(({ userId }) => userId !== begun.whose.userId)
          .map(({ userId, fullName }) => ({ id: userId, name: fullName, isAway: isAway(userId) }))}
        sample={sample}
        onClose={() => {
          setBegun(undefined);
          setBack(true);
        }}
      />
    );
  }
  return (
    <Section intro={t.intro}>
      {targets.length < 2 ? null : (
        <SelectField
          label={t.whose}
          value={keyOfWhose(whose)}
          options={targets.map(([one, label]) => [keyOfWhose(one), label] as const)}
          onChange={(key) => {
            setChosen(key);
            setBack(false);
          }}
        />
      )}
      <AbsenceCard
        key={keyOfWhose(whose)}
        whose={whose}
        name={name}
        absence={absence}
        mailboxes={mailboxes}
        now={now}
        focused={isBack}
        onEdit={(one) => void edit(one)}
        onPlan={() => void plan()}
      />
      <AwayList absences={known} ownId={ownId} now={now} />
    </Section>
  );
}
