import { useClient, useValue } from '../../client/react.tsx';

/** Whether the person may see records, and so look for them and link items with them. */
export const useSeesRecords = (): boolean => useValue(useClient().configuration)?.rights.idoList === true;
