import type { Fixture, Member } from './fixture.ts';

/**
 * Who gets what. `out` is signed out; `other` has the token of the same person of another instance, in which everything has the same
 * numbers and names; the others are members as in fixture.ts.
 */
export type Role = 'out' | 'other' | Member;

/** Status and code of the answer. `mail`: it holds what is in a mail of the mailbox; `mailbox`: what that is called. A plain 200 has neither. */
export type Outcome = '200' | '200 mail' | '200 mailbox' | `${number} ${string}`;

export interface Row {
  /** What is asked about, beside the contract's example: things of the fixture. Asked anew for each who asks. */
  readonly about?: (fixture: Fixture) => object | Promise<object>;
  readonly is: Readonly<Record<Role, Outcome>>;
}

const SIGN_IN = '401 UNAUTHENTICATED';

/** A row of what is for people who are signed in: what members get, in the order of the table's head. */
export const row = (
  [noRights, noAccess, reader, owner, admin]: readonly [Outcome, Outcome, Outcome, Outcome, Outcome],
  about?: Row['about'],
): Row => ({
  ...(about === undefined ? {} : { about }),
  is: { out: SIGN_IN, other: SIGN_IN, noRights, noAccess, reader, owner, admin },
});

export const all = (outcome: Outcome, about?: Row['about']): Row =>
  row([outcome, outcome, outcome, outcome, outcome], about);
export const NO = '403 RIGHT_MISSING';
export const NONE = '404 NOT_FOUND';
export const MAIL = '200 mail';
export const BOX = '200 mailbox';
export const forAdministrators = (outcome: Outcome, about?: Row['about']): Row => row([NO, NO, NO, NO, outcome], about);
