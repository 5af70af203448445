import '../settings.css';
import './absence.css';
import { sessionQueries } from '@kontor/contract/account';
import { absenceQueries, mailQueries } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { useLanguage, useMinute, useAccountEntries, useTexts, useZone } from '../../../../shell/index.ts';
import { LOCALES } from '../../../../shell/language.ts';
import { SelectField } from '../../../../ui/fields.tsx';
import { SkeletonBlock, Button, StatePage } from '../../../../ui/parts.tsx';
import { EMPTY } from '../../../../editor/document.ts';
import { fieldTexts } from '../../composer/editor/field-texts.ts';
import { toDoc } from '../../composer/schema.ts';
import { AwayList } from './away-list.tsx';
import { AbsenceCard } from './card.tsx';
import {
  draftOf,
  emptyDraft,
  isAlone,
  isOf,
  keyOfWhose,
  mailboxesOf,
  type Absence,
  type Begun,
  type Whose,
} from './draft.ts';
import { exampleAnswer, reworded } from './example.ts';
import { AbsenceForm } from './form.tsx';
import { texts } from './texts.ts';
import { phaseOf, spanOfDay, spanWords, timesOf } from './when.ts';

/** Absences: one's own, those of mailboxes that one manages, for administrators those of all; and who is away now. */
export function Absences() {
  const t = useTexts(texts);
  const f = useTexts(fieldTexts);
  const client = useClient();
  const language = useLanguage();
  const zone = useZone();
  const minute = useMinute();
  const user = useValue(client.user);
  const isAdministrator = useValue(client.configuration)?.isAdministrator === true;
  const companyName =
    useAccountEntries().accountEntries.find((accountEntry) => accountEntry.client === client)?.account.title ?? '';
  const absences = useAsk(absenceQueries.absences, {});
  const people = useAsk(sessionQueries.moduleUsers, { module: 'email' });
  const boxes = useAsk(mailQueries.accountSettings, {});
  const [chosen, setChosen] = useState<string>();
  const [begun, setBegun] = useState<Begun>();
  const all = [absences, people, boxes];
  if (absences.data === undefined || people.data === undefined || boxes.data === undefined || user === undefined) {
    if (all.every(({ data, failure }) => data !== undefined || failure === undefined))
      return <SkeletonBlock width="100%" height={140} />;
    const retry = (): void => all.forEach((one) => (one.failure === undefined ? undefined : one.retry()));
    return <StatePage icon="warning" title={t.failed} action={<Button onClick={retry}>{t.retry}</Button>} />;
  }
  const known = absences.data;
  const now = Math.max(minute, absences.at);
  const everybody = people.data.filter(({ userId, active }) => userId > 0 && active);
  const own: Whose = { userId: user.id, accountId: null };
  const targets: readonly (readonly [whose: Whose, name: string])[] = [
    [own, t.me],
    ...boxes.data
      .filter((box) => box.changeable && !isAlone(box))
      .map(({ id, name }) => [{ userId: null, accountId: id }, t.mailbox(name)] as const),
    ...(isAdministrator ? everybody : [])
      .filter(({ userId }) => userId !== user.id)
      .map(({ userId, fullName }) => [{ userId, accountId: null }, fullName] as const),
  ];
  const [whose, name] = targets.find(([one]) => keyOfWhose(one) === chosen) ?? [own, t.me];
  const absence = known.find((one) => isOf(one, whose));
  const mailboxes = mailboxesOf(boxes.data, whose);
  const isAway = (id: number): boolean => known.some((one) => one.userId === id && phaseOf(one, now) === 'now');

  const docsOf = async ({ content, innerContent }: Absence) => ({
    doc: await toDoc(content),
    innerDoc: innerContent === '' ? EMPTY : await toDoc(innerContent),
  });
  const edit = async (one: Absence): Promise<void> => {
    const draft = draftOf(one, await docsOf(one), zone);
    setBegun({ whose, absence: one, version: one.version, draft });
  };
  /** A new one begins with what the last one answered, or with an example. */
  const plan = async (): Promise<void> => {
    const today = Temporal.Instant.fromEpochMilliseconds(client.env.now())
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toString();
    const times = timesOf(spanOfDay(today), zone);
    const until = times === undefined ? '' : spanWords(times, { language, zone, now }).until;
    const example = exampleAnswer(t.example, {
      until,
      substitute: undefined,
      senderName: f.labels['sender.name'],
      isOurs: whose.accountId !== null,
    });
    const empty = emptyDraft(today, example.subject, example.doc);
    if (absence === undefined || absence.content === '')
      return setBegun({ whose, absence: undefined, version: absence?.version ?? null, draft: empty });
    const before = spanWords(absence, { language, zone, now }).until;
    const last = draftOf(absence, await docsOf(absence), zone);
    setBegun({
      whose,
      absence: undefined,
      version: absence.version,
      draft: {
        ...last,
        span: empty.span,
        subject: last.subject.replaceAll(before, until),
        doc: reworded(last.doc, before, until),
        innerDoc: reworded(last.innerDoc, before, until),
        substituteId: null,
      },
    });
  };

  if (begun !== undefined) {
    const senderId = begun.whose.userId ?? mailboxes[0]?.ownerId;
    const [first = '', ...rest] = (everybody.find(({ userId }) => userId === senderId)?.fullName ?? '').split(' ');
    const moment = new Date(now);
    const sample = {
      'receiver.name': `${t.sample.first} ${t.sample.last}`,
      'receiver.firstName': t.sample.first,
      'receiver.lastName': t.sample.last,
      'receiver.email': t.sample.email,
      'sender.name': [first, ...rest].join(' '),
      'sender.firstName': first,
      'sender.lastName': rest.join(' '),
      'sender.email': mailboxes[0]?.email ?? '',
      date: moment.toLocaleDateString(LOCALES[language], { timeZone: zone, dateStyle: 'long' }),
      time: moment.toLocaleTimeString(LOCALES[language], { timeZone: zone, timeStyle: 'short' }),
      subject: t.sample.subject,
      'instance.title': companyName,
    };
    return (
      <AbsenceForm
        begun={begun}
        title={keyOfWhose(begun.whose) === keyOfWhose(own) ? t.title : t.titleOf(name)}
        candidates={everybody
          .filter(({ userId }) => userId !== begun.whose.userId)
          .map(({ userId, fullName }) => ({ id: userId, name: fullName, isAway: isAway(userId) }))}
        sample={sample}
        onSaved={() => setBegun(undefined)}
        onClose={() => setBegun(undefined)}
      />
    );
  }
  return (
    <section className="mail-accounts">
      <p className="quiet">{t.intro}</p>
      {targets.length < 2 ? null : (
        <SelectField
          label={t.whose}
          value={keyOfWhose(whose)}
          options={targets.map(([one, label]) => [keyOfWhose(one), label] as const)}
          onChange={setChosen}
        />
      )}
      <AbsenceCard
        key={keyOfWhose(whose)}
        whose={whose}
        name={name}
        absence={absence}
        mailboxes={mailboxes}
        now={now}
        onEdit={(one) => void edit(one)}
        onPlan={() => void plan()}
      />
      <AwayList absences={known} ownId={user.id} now={now} />
    </section>
  );
}
