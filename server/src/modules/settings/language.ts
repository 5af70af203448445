import type { InstanceContext } from '../../platform/operation/context.ts';
import { timeZoneOf } from '../account/index.ts';
import { zoneOf } from './push/rules.ts';
import { readSettings } from './store.ts';

/** The language that a person has chosen; German for who leaves it to the device, which alone knows. */
export async function languageOf(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  userId: number,
): Promise<'de' | 'en'> {
  const [chosen] = await readSettings(db, instance.id, userId, ['language']);
  return chosen?.value === 'en' ? 'en' : 'de';
}

/** The IANA zone that a person has chosen; that of the instance for who leaves it to the device, which alone knows. */
export async function zoneOfPerson(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  userId: number,
): Promise<string> {
  const [chosen] = await readSettings(db, instance.id, userId, ['timeZone']);
  return zoneOf(chosen?.value, timeZoneOf(instance));
}
