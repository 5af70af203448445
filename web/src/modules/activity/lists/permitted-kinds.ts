import { KINDS, type ItemKindName } from '@kontor/contract/kernel';
import { useClient, useValue } from '../../../client/react.tsx';

/** The kinds of item that the person may see. */
export function usePermittedKinds(): readonly ItemKindName[] {
  const rights = useValue(useClient().configuration)?.rights;
  return KINDS.filter(({ rights: { list } }) => list === undefined || rights === undefined || rights[list.name]).map(
    ({ name }) => name,
  );
}
