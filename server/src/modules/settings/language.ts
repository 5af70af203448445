import type { InstanceContext } from '../../platform/operation/context.ts';
import { readSettings } from './store.ts';

/** The language that a person has chosen; German for who leaves it to the device, which alone knows. */
export async function languageOf(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  userId: number,
): Promise<'de' | 'en'> {
  const [chosen] = await readSettings(db, instance.id, userId, ['language']);
  return chosen?.value === 'en' ? 'en' : 'de';
}
