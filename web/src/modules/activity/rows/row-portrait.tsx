import type { EntryRow } from '@kontor/contract/activity';
import { useClient, useValue } from '../../../client/react.tsx';
import { Portrait } from '../../../shell/index.ts';
import type { AvatarProps } from '../../../ui/avatar.tsx';
import { useRowKind } from './row-kinds.ts';

/** Picture of whom a row names, or the one that its kind has. At a task it is the colleague who has to do it, with their presence. */
export function RowPortrait({ row, ...rest }: { row: EntryRow } & Pick<AvatarProps, 'name' | 'size'>) {
  const { portrait: OwnPortrait } = useRowKind(row.moduleName);
  const ownId = useValue(useClient().user)?.id;
  if (OwnPortrait !== undefined) return <OwnPortrait row={row} />;
  const responsible = row.extras['responsibleUserId'];
  const isColleague = typeof responsible === 'number' && responsible !== ownId;
  const userId = isColleague ? responsible : undefined;
  return <Portrait {...rest} picture={row.contactPicture} userId={userId} isGuest={isOutsider(row)} />;
}

/** Whether the person of a row is none of ours, as far as it tells. */
const isOutsider = ({ moduleName, contactPicture }: EntryRow): boolean =>
  contactPicture === null && (moduleName === 'email' || moduleName === 'phonecall');
