import {
  originalMinutes,
  type AppointmentDetail,
  type appointmentCommands,
  type appointmentQueries,
  type calendarImportCommands,
  type calendarImportQueries,
  type feedCommands,
  type feedQueries,
  type guestCommands,
  type invitationQueries,
  type proposalCommands,
  type subscriptionCommands,
  type subscriptionQueries,
} from '@kontor/contract/appointment';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { MAIL, NO, NONE, forAdministrators, row, type Row } from '../../../testing/rights/rows.ts';
import { upload } from '../../../testing/upload.ts';
import { numberOf } from './fixture.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Operation =
  | NameIn<typeof appointmentQueries>
  | NameIn<typeof appointmentCommands>
  | NameIn<typeof feedQueries>
  | NameIn<typeof feedCommands>
  | NameIn<typeof calendarImportQueries>
  | NameIn<typeof calendarImportCommands>
  | NameIn<typeof subscriptionQueries>
  | NameIn<typeof subscriptionCommands>
  | NameIn<typeof invitationQueries>
  | NameIn<typeof proposalCommands>
  | NameIn<typeof guestCommands>;

const times = { startDate: '2031-03-03T09:00:00', endDate: '2031-03-03T10:00:00' };

const STATE = '409 CALENDAR_IMPORT_STATE';

const calendarFile = ({ clients, mailWord }: Fixture) =>
  upload(
    clients.owner,
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${mailWord}\nDTSTART:20310301T090000Z\nSUMMARY:${mailWord}\nEND:VEVENT\nEND:VCALENDAR\n`,
    'kalender.ics',
  );

/** An import of the owner's whose dry run is over. */
async function checkedImport(fixture: Fixture) {
  const { owner } = fixture.clients;
  const { id } = await calendarFile(fixture);
  const begun = await owner.command<{ importId: number }>('appointment.beginImport', { attachmentId: id });
  for (let tries = 0; tries < 200; tries += 1) {
    const { imports } = await owner.query<{ imports: { importId: number; state: string }[] }>('appointment.imports');
    if (imports.find((one) => one.importId === begun.importId)?.state === 'checked') break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return begun;
}

/** A feed that the owner subscribes to. */
const subscribed = ({ clients, mailWord }: Fixture) =>
  clients.owner.command<{ id: number }>('appointment.subscribe', {
    address: `https://feeds.invalid/${mailWord}.ics`,
    name: mailWord,
  });

/** What the owner has written: what nobody else may read. */
const written = (fixture: Fixture, part: object = {}) =>
  fixture.clients.owner.command<{ aggregateId: string }>('appointment.create', {
    ...times,
    title: fixture.mailWord,
    description: `<p>${fixture.mailWord}</p>`,
    location: fixture.mailWord,
    ...part,
  });

const fields = (fixture: Fixture) => ({
  aggregateVersion: 1,
  ...times,
  calendarId: fixture.ids.owner,
  participants: [],
  accepted: true,
});

/** An occurrence that was taken out of a series of the owner's. */
async function excluded(fixture: Fixture) {
  const repetition = { repetitionType: 'daily', hasAnEnd: true, nTimes: 3 };
  const { aggregateId } = await written(fixture, { repetition });
  const named = formatAggregateId({
    module: 'appointment',
    entryId: numberOf(aggregateId),
    userId: fixture.ids.owner,
    sourceContainerId: originalMinutes('2031-03-04T09:00:00'),
  });
  await fixture.clients.owner.command('appointment.delete', { aggregateId: named });
  return { aggregateId: named };
}

/** A set of the owner's. */
const set = (fixture: Fixture, part: object) =>
  fixture.clients.owner.command<{ id: number }>('appointment.saveSet', {
    name: 'Montage',
    calendars: [fixture.ids.owner],
    ...part,
  });

/** A booking page of the owner's. */
const bookingPage = (fixture: Fixture) =>
  fixture.clients.owner.command<{ id: number }>('appointment.saveBookingPage', {
    title: fixture.mailWord,
    hours: [{ weekday: 'monday', from: '09:00', to: '12:00' }],
  });

/** Another time that somebody else proposes for something of the owner's. */
async function proposed(fixture: Fixture) {
  const { clients, ids } = fixture;
  const made = await written(fixture, { participants: [{ userId: ids.noAccess }] });
  await clients.noAccess.command('appointment.proposeTime', {
    ...made,
    startDate: '2031-03-03T14:00:00',
    endDate: '2031-03-03T15:00:00',
  });
  const { proposals } = await clients.owner.query<AppointmentDetail>('appointment.details', made);
  const [{ memberId, proposedAt } = { memberId: 0, proposedAt: '' }] = proposals;
  return { ...made, memberId, proposedAt };
}

const inMarch = { from: '2031-03-01T00:00:00.000Z', to: '2031-04-01T00:00:00.000Z' };
const ofOwner = row([NONE, NONE, NONE, '200', NONE], (fixture) => written(fixture));
const own = row([NO, '200', NO, '200', '200']);

/** They are theirs who take part in them. Of a calendar everybody sees when it is taken, until its person says otherwise. */
export const OPERATIONS = {
  'appointment.items': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await written(fixture);
    return { view: 'all' };
  }),
  'appointment.details': row([NONE, NONE, NONE, MAIL, NONE], (fixture) => written(fixture)),
  'appointment.calendar': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await written(fixture);
    return { calendar: fixture.ids.owner, startingDate: '2031-03-01', endingDate: '2031-03-31' };
  }),
  'appointment.range': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await written(fixture);
    return { calendars: [fixture.ids.owner], ...inMarch };
  }),
  'appointment.freeBusy': row([NO, '200', NO, '200', '200'], async (fixture) => {
    await written(fixture);
    return { calendars: [fixture.ids.owner], ...inMarch };
  }),
  'appointment.permittedCalendars': own,
  'appointment.rights': row([NO, NO, NO, '200', NO], ({ ids }) => ({ calendarId: ids.owner })),
  'appointment.types': own,
  'appointment.changeType': row([NO, NONE, NO, MAIL, NONE], async (fixture) => ({
    previousType: null,
    newType: null,
    appointmentId: numberOf((await written(fixture)).aggregateId),
  })),
  'appointment.create': row([NO, '200', NO, '200', '200'], () => ({ ...times, participants: [] })),
  'appointment.createMinimal': row([NO, '200', NO, '200', '200'], () => ({ participants: [] })),
  'appointment.changeTimes': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({
    ...(await written(fixture)),
    startDate: '2031-03-04T09:00:00',
    endDate: '2031-03-04T10:00:00',
  })),
  'appointment.editSingle': ofOwner,
  'appointment.save': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({
    ...(await written(fixture)),
    ...fields(fixture),
  })),
  'appointment.delete': ofOwner,
  'appointment.delayOneDay': ofOwner,
  'appointment.delayOneWeek': ofOwner,
  'appointment.restoreOccurrence': row([NONE, NONE, NONE, '200', NONE], excluded),
  'appointment.answer': ofOwner,
  'appointment.myAlert': ofOwner,
  'appointment.hide': ofOwner,
  'appointment.sendAgain': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({
    ...(await written(fixture, { participants: [{ address: 'paul@werft.example' }] })),
    memberId: 1,
  })),
  'appointment.ofInvitation': row([NO, '200', NO, '200', '200'], () => ({ uid: 'fremd@werft.example' })),
  'appointment.addGuest': row([NONE, NONE, NONE, '410 GUEST_REPLY_GONE', NONE], (fixture) => written(fixture)),
  'appointment.proposeTime': row([NONE, NONE, NONE, NO, NONE], (fixture) => written(fixture)),
  'appointment.acceptProposal': row([NONE, NO, NONE, '200', NONE], proposed),
  'appointment.declineProposal': row([NONE, NO, NONE, '200', NONE], proposed),
  'appointment.saveType': forAdministrators('200'),
  'appointment.removeType': forAdministrators('200', ({ clients }) =>
    clients.admin.command<{ id: number }>('appointment.saveType', { title: 'Montage' }),
  ),
  'appointment.orderTypes': forAdministrators('200', () => ({ ids: [] })),
  'appointment.findTimes': row([NO, '200', NO, '200', '200'], async (fixture) => {
    await written(fixture);
    return { must: [fixture.ids.owner], minutes: 60, ...inMarch };
  }),
  'appointment.days': row([NO, '200', NO, '200', '200'], async (fixture) => {
    await written(fixture);
    return { calendars: [fixture.ids.owner], from: '2031-03-01', to: '2031-03-31' };
  }),
  'appointment.resources': own,
  'appointment.sets': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await set(fixture, { name: fixture.mailWord, isShared: false });
    return {};
  }),
  'appointment.saveResource': forAdministrators('200'),
  'appointment.removeResource': forAdministrators('200', ({ clients }) =>
    clients.admin.command<{ id: number }>('appointment.saveResource', { name: 'Besprechung' }),
  ),
  'appointment.saveSet': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await set(fixture, { isShared: false })),
    name: 'Werkstatt',
    calendars: [fixture.ids.owner],
  })),
  'appointment.removeSet': row([NO, NO, NO, '200', '200'], (fixture) => set(fixture, { isShared: true })),
  'appointment.bookingPages': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await bookingPage(fixture);
    return {};
  }),
  'appointment.saveBookingPage': row([NO, '200', NO, '200', '200'], () => ({ slug: null })),
  'appointment.removeBookingPage': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    id: (await bookingPage(fixture)).id,
  })),
  'appointment.saveRights': row([NO, '200', NO, '200', '200'], () => ({ rights: [] })),
  'appointment.feed': row([NO, '200', NO, '200', '200']),
  'appointment.export': row([NO, '200', NO, '200', '200']),
  'appointment.renewFeed': row([NO, '200', NO, '200', '200'], () => ({ level: 'busy' })),
  'appointment.removeFeed': row([NO, '200', NO, '200', '200'], async ({ clients }) => {
    for (const client of Object.values(clients)) await client.tryCommand('appointment.renewFeed', { level: 'busy' });
    return {};
  }),
  'appointment.imports': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await checkedImport(fixture);
    return {};
  }),
  'appointment.beginImport': row(
    [NO, '422 CALENDAR_IMPORT_MISSING', NO, '200', '422 CALENDAR_IMPORT_MISSING'],
    async (fixture) => ({ attachmentId: (await calendarFile(fixture)).id }),
  ),
  'appointment.startImport': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await checkedImport(fixture)),
    replaces: false,
  })),
  'appointment.stopImport': row([NO, NONE, NO, STATE, NONE], checkedImport),
  'appointment.undoImport': row([NO, NONE, NO, STATE, NONE], checkedImport),
  'appointment.dropImport': row([NO, NONE, NO, '200', NONE], checkedImport),
  'appointment.subscriptions': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await subscribed(fixture);
    return {};
  }),
  'appointment.subscribe': row([NO, '200', NO, '200', '200'], () => ({ address: 'https://feeds.invalid/a.ics' })),
  'appointment.saveSubscription': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await subscribed(fixture)),
    name: 'Feiertage',
    color: '',
  })),
  'appointment.fetchSubscription': row([NO, NONE, NO, '200', NONE], subscribed),
  'appointment.unsubscribe': row([NO, NONE, NO, '200', NONE], subscribed),
} satisfies Record<Operation, Row>;
