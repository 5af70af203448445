import { alarmContract } from '@kontor/contract/alarm';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import type { PushOut } from '../../platform/operation/push-out.ts';
import { commandHandlers } from './commands.ts';
import { queryHandlers } from './queries.ts';
import { ringingJobs, startRinging } from './ringing.ts';

export type { NewAlarm } from './rules.ts';
export { stillRings } from './ringing.ts';
export { holdAlarms, notifiedOf, setAlarms } from './setting.ts';

/** What calls people to items at a time. Kinds of item set it; it rings, is put off and confirmed here. */
export const alarmModule = ({ pushOut }: { readonly pushOut: PushOut }): ModuleManifest => ({
  ...bindContract(alarmContract, { queries: queryHandlers, commands: commandHandlers }),
  jobs: ringingJobs(pushOut),
  services: [startRinging],
});
