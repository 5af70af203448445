import type { Db } from '../../../../platform/db/database.ts';
import { findUser } from '../../../account/index.ts';

/** A person as mails name them. */
export interface Writer {
  readonly firstName: string;
  readonly lastName: string;
}

export async function findWriter(db: Db, instanceId: number, userId: number): Promise<Writer> {
  const user = await findUser(db, instanceId, userId);
  return { firstName: user?.first_name ?? '', lastName: user?.last_name ?? '' };
}
