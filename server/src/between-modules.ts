import type { InstanceContext } from './platform/operation/context.ts';
import { inAppointmentAmong, nextAppointmentChange, type InboxChoices } from './modules/appointment/index.ts';
import { awayAmong, awayBetween, countMailboxes, nextAwayChange } from './modules/mail/index.ts';
import { phoneLinesOf, talkingAmong } from './modules/phonecall/index.ts';
import type { StateSource } from './modules/presence/index.ts';
import { languageOf, settingsOf, zoneOfPerson } from './modules/settings/index.ts';

/** What mails know of being away, as presence asks for it. */
const absenceSource: StateSource = {
  name: 'absence',
  rank: 30,
  yieldsToChoice: false,
  statesOf: awayAmong,
  nextChange: nextAwayChange,
};

/** How people want appointments among what is unfinished, by their settings. */
export const inboxOf: InboxChoices = async ({ db, instance }, userIds) => {
  const keys = ['appointmentsInInbox', 'appointmentsDoneAlone', 'calendarDayStarts'] as const;
  const chosen = await settingsOf(db, instance.id, userIds, keys);
  return new Map(
    [...chosen].map(([userId, { appointmentsInInbox, appointmentsDoneAlone, calendarDayStarts }]) => [
      userId,
      { when: appointmentsInInbox, isDoneAlone: appointmentsDoneAlone, dayStarts: calendarDayStarts },
    ]),
  );
};

/** What booking pages know of people. */
export const bookingPeople = { zoneOf: zoneOfPerson, languageOf, awayBetween };

/** What appointments know of who is in one. */
const appointmentSource: StateSource = {
  name: 'appointment',
  rank: 40,
  yieldsToChoice: true,
  statesOf: inAppointmentAmong,
  nextChange: nextAppointmentChange,
};

/** What telephone systems know of who talks. */
const callSource: StateSource = {
  name: 'call',
  rank: 10,
  yieldsToChoice: false,
  statesOf: talkingAmong,
  // That a call begins or ends is told when it does.
  nextChange: async () => null,
};

/** Those who know of states; in place of ours, those that are given by the same name. */
export const stateSources = (given: readonly StateSource[]): readonly StateSource[] => [
  ...[callSource, absenceSource, appointmentSource].filter((own) => !given.some(({ name }) => name === own.name)),
  ...given,
];

/** Those of some people whose devices are told that it rings. */
export async function peopleWhoWantRinging(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  userIds: readonly number[],
): Promise<readonly number[]> {
  if (userIds.length === 0) return [];
  const chosen = await settingsOf(db, instance.id, userIds, ['phonePush', 'notificationsPhoneCallsEnabled']);
  return userIds.filter((userId) => {
    const own = chosen.get(userId);
    return own?.phonePush === 'all' && own.notificationsPhoneCallsEnabled;
  });
}

/** What of modules the state of the system tells. */
export const healthOfModules = {
  mailboxes: ({ db, instance }: InstanceContext) => countMailboxes(db, instance.id),
  phoneLines: phoneLinesOf,
};
