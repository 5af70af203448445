import { RIGHTS, administrationQueries, type PersonInfo } from '@kontor/contract/account';
import { describe, expect, test } from 'vitest';
import { RIGHT_GROUPS, detailsOf, draftOf, faultsOf, isChanged, nameOf, rebased, search } from './rules.ts';

const [ben] = administrationQueries.people.example.result;
if (ben === undefined) throw new Error('the contract has no example');
const anna: PersonInfo = { ...ben, id: 1, userName: 'anna', firstName: 'Anna', lastName: 'Berger', email: null };

test('every right stands in one group', () => {
  expect(Object.values(RIGHT_GROUPS).flat().toSorted()).toEqual([...RIGHTS].toSorted());
});

describe('searching', () => {
  test.each([
    ['', [1, 2]],
    ['  BER ', [1]],
    ['ben nordwerk', [2]],
    ['anna nordwerk', []],
  ])('%s', (text, ids) => {
    expect(search([anna, ben], text).map(({ id }) => id)).toEqual(ids);
  });
});

test('who has no name is called by the user name', () => {
  expect([nameOf(anna), nameOf({ ...anna, firstName: '', lastName: '' })]).toEqual(['Anna Berger', 'anna']);
});

describe('the form', () => {
  test.each([
    [{ userName: '' }, { userName: 'missing' }],
    [{ userName: 'a b' }, { userName: 'badUserName' }],
    [{ userName: 'a/b' }, { userName: 'badUserName' }],
    [{ email: 'ben@' }, { email: 'badEmail' }],
    [{ email: ' ben@nordwerk.example ' }, {}],
    [{ email: '' }, {}],
  ])('%o: %o', (part, faults) => {
    expect(faultsOf({ ...draftOf(ben), ...part })).toEqual(faults);
  });
  test('the order of rights is no change, one right less is', () => {
    const before = draftOf(ben);
    expect(isChanged(before, { ...before, rights: before.rights.toReversed() })).toBe(false);
    expect(isChanged(before, { ...before, rights: before.rights.slice(1) })).toBe(true);
    expect(isChanged(before, { ...before, email: ` ${before.email} ` })).toBe(false);
  });
  test('what another administrator has changed meanwhile is taken over, and nothing of what is being typed is lost', () => {
    const before = draftOf({ ...ben, rights: ['mailList', 'taskList'] });
    const now = draftOf({ ...ben, lastName: 'Dietz', rights: ['taskList', 'noteList'] });
    expect(detailsOf(rebased(before, before, now))).toEqual(detailsOf(now));
    const typed = { ...before, firstName: 'Benno', rights: [...before.rights, 'createMail' as const] };
    expect(detailsOf(rebased(typed, before, now))).toEqual({
      ...detailsOf(now),
      firstName: 'Benno',
      rights: ['taskList', 'noteList', 'createMail'],
    });
    const taken = { ...before, rights: ['mailList' as const] };
    expect(rebased(taken, before, now).rights).toEqual(['noteList']);
  });
});
