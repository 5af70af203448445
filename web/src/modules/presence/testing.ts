import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import {
  iconColourOn,
  presenceQueries,
  presenceSortOf,
  type OnlineUser,
  type StateDefinition,
  type UserState,
} from '@kontor/contract/presence';
import type { FakeServer } from '../../testing/fake-server.ts';

const [exampleUser] = presenceQueries.onlineUsers.example.result as [OnlineUser];
const [exampleState] = presenceQueries.userStates.example.result as [UserState];
const [exampleGroup, examplePerson] = sessionQueries.moduleUsers.example.result as [FilterUser, FilterUser];

const state = (id: number, textDe: string, textEn: string, more: Partial<UserState> = {}): UserState => ({
  ...exampleState,
  id,
  textDe,
  textEn,
  text: textDe,
  selectedState: false,
  until: null,
  ...more,
});

/** The states of an instance that has all kinds of them. */
export const STATES: readonly UserState[] = [
  state(1, 'Verfügbar', 'Available', {
    type: 'available',
    iconCls: 'check-circle',
    hexCode: '#22783f',
    counts: 'devices',
  }),
  state(2, 'Im Büro', 'At the office', { iconCls: 'users', hexCode: '#2f6f4f' }),
  state(3, 'Besprechung', 'Meeting', { iconCls: 'chat-text', hexCode: '#a86400', counts: 'devices', isBusy: true }),
  state(4, 'Homeoffice', 'Working from home'),
  state(5, 'Unterwegs', 'On the road', { iconCls: 'arrow-square-out', hexCode: '#5f6b7a', counts: 'absent' }),
  state(9, 'Eigener Text', 'Own text', {
    type: 'personal',
    text: null,
    iconCls: 'user',
    hexCode: '#6b4f8f',
    counts: 'devices',
  }),
];

/** The same, as administrators have them. */
export const DEFINITIONS: readonly StateDefinition[] = STATES.map(
  ({ id, type, textDe, textEn, iconCls, hexCode, counts, isBusy }) => ({
    id,
    type,
    textDe,
    textEn,
    iconCls,
    hexCode,
    counts,
    isBusy,
  }),
);

/** A person, with one of these states or none. */
export function person(id: number, name: string, stateId: number | null, more: Partial<OnlineUser> = {}): OnlineUser {
  const own = STATES.find((one) => one.id === stateId);
  const presence = more.presence ?? (own?.counts === 'absent' ? 'absent' : 'present');
  const stateType = own?.type ?? null;
  return {
    ...exampleUser,
    id,
    name,
    presence,
    presenceSort: presenceSortOf({ presence, stateType }),
    stateId,
    stateType,
    stateText: own?.text ?? null,
    stateIconCls: own?.iconCls ?? null,
    stateIconColorHex: own === undefined ? null : iconColourOn(own.hexCode),
    stateBackgroundColorHex: own?.hexCode ?? null,
    isBusy: own?.isBusy ?? false,
    until: null,
    ...more,
  };
}

/** Anna, who is signed in, and her colleagues. */
export const PEOPLE: readonly OnlineUser[] = [
  person(1, 'Anna Berger', 2, { until: '2030-11-23T16:00:00.000Z', automaticId: 3, stateAutomaticIconCls: 'push-pin' }),
  person(2, 'Ben Krüger', 3, { until: '2030-11-23T10:15:00.000Z' }),
  person(3, 'Chris Okafor', null),
  person(4, 'Dora Ems', 4),
  person(5, 'Frauke Tietjen', 2, { stateAutomaticIconCls: 'push-pin', automaticId: 3 }),
  {
    ...person(6, 'Jens Petersen', null, { presence: 'absent' }),
    // By the time at which it is read: all files of the tests share this one, and take a while.
    get activeAt() {
      return new Date(Date.now() - 40 * 60_000).toISOString();
    },
  },
  person(7, 'Henrike Brookmann', 5, { substituteId: 2 }),
];

/** Has the server answer with these people, and groups where there are any. */
export function answerPeople(server: FakeServer, people: readonly OnlineUser[] = PEOPLE, groups = ['Service']): void {
  server.answer(presenceQueries.onlineUsers, [...people]);
  server.answer(presenceQueries.userStates, [...STATES]);
  server.answer(presenceQueries.user, ({ userId }) => ({
    ...presenceQueries.user.example.result,
    ...people.find(({ id }) => id === userId),
  }));
  server.answer(sessionQueries.moduleUsers, [
    ...groups.map((groupName, index) => ({
      ...exampleGroup,
      groupId: 4 + index,
      groupName,
      UserDisplayname: groupName,
    })),
    ...people.map(({ id, name }) => ({
      ...examplePerson,
      userId: id,
      userIds: [id],
      fullName: name,
      UserDisplayname: name,
    })),
  ]);
}
