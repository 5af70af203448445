import { phonecallQueries } from '@kontor/contract/phonecall';
import { bindQueries, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { queryHandlers } from './queries.ts';

export { phonecallStored } from './stored.ts';

/** Calls, and who it is that calls. */
export const phonecallModule = (): ModuleManifest => ({
  name: 'phonecall',
  queries: bindQueries(phonecallQueries, queryHandlers),
  commands: [],
  jobs: {},
});
