import type { Db } from '../../platform/db/database.ts';
import type { ChangeContext, Instance } from '../../platform/operation/context.ts';
import { DEFAULT_COUNTRY } from '../../platform/phone/numbers.ts';
import { findInstanceRow } from './store.ts';

/** Told, in the transaction of the change, that numbers without a code are of another country from now on. */
export type OnPhoneCountry = (ctx: ChangeContext) => Promise<void>;

/** Whose phone numbers an instance writes without their code: two capital letters of ISO 3166. */
export function phoneCountryIn(settings: Instance['settings']): string {
  const country = settings['phoneCountry'];
  return typeof country === 'string' ? country : DEFAULT_COUNTRY;
}

/** The same, as it stands now. */
export const phoneCountryOf = async (db: Db, instanceId: number): Promise<string> =>
  phoneCountryIn((await findInstanceRow(db, instanceId)).settings);

/** Whether signatures and cards of mails may say whose numbers are whose; they may unless an administrator says otherwise. */
export const usesMailNumbers = (settings: Instance['settings']): boolean => settings['mailNumbers'] !== false;
