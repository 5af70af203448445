import { createContext } from 'react';
import type { AboutNumber } from './phone-parts.ts';

/** Whose the numbers are that stand below: a record, or a contact person of one. */
export const NumbersOf = createContext<Pick<AboutNumber, 'record' | 'contactPersonId'>>({});
