import { href } from '../../../shell/index.ts';

/** Address of a record's page. */
export const recordAddress = ({
  idoId,
  idoInstanceId,
}: {
  readonly idoId: number;
  readonly idoInstanceId: number;
}): string => href('record', { id: `${idoInstanceId}-${idoId}`, activityListLocation: 'ido', editOrView: 'view' });
