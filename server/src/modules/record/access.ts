import type { Person } from '../../platform/operation/context.ts';
import { requireRight } from '../account/index.ts';

interface Caller {
  readonly person: Person;
}

/** Whether a person sees records: all of them, as long as no rights of their own are given to them. */
export const seesRecords = ({ person }: Caller): boolean => person.rights.idoList;

/** Whether a person makes, changes and deletes records. */
export const changesRecords = ({ person }: Caller): boolean => person.rights.idoList && person.rights.createIdo;

/** Throws RIGHT_MISSING if the person sees no records. */
export const requireRecords = (ctx: Caller): void => requireRight(ctx, 'idoList');

/** Throws RIGHT_MISSING if the person changes none. */
export function requireChanging(ctx: Caller): void {
  requireRight(ctx, 'idoList');
  requireRight(ctx, 'createIdo');
}
