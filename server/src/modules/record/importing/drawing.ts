import type { Db } from '../../../platform/db/database.ts';
import { referenceFaults } from '../kinds/references.ts';
import { ownFields } from '../rules.ts';
import type { Drawn, Group, Plan } from './planning.ts';

/** What rows say, with what is wrong with the records that they refer to. */
export async function drawGroup(db: Db, instanceId: number, plan: Plan, group: Group): Promise<Drawn> {
  const drawn = plan.draw(group);
  if (drawn.faults.length > 0) return drawn;
  const faults = await referenceFaults(db, instanceId, ownFields(plan.kind.fields), drawn.values);
  return faults.length === 0 ? drawn : { ...drawn, faults: plan.said(faults, drawn.values) };
}
