import { useClient, useValue } from '../../../client/react.tsx';

/** Whether the person sees records, and may ask for what is about them. */
export const useSeesRecords = (): boolean => useValue(useClient().configuration)?.rights.idoList === true;
