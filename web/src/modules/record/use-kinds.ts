import { recordQueries, type RecordInstance } from '@kontor/contract/record';
import { useAsk } from '../../client/react.tsx';

/** The kinds of records, once they are known. */
export const useKinds = (): readonly RecordInstance[] | undefined => useAsk(recordQueries.instances, {}).data;
