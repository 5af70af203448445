import type { EntryRow } from '@kontor/contract/activity';
import { useClient, useValue } from '../../../client/react.tsx';
import { Portrait } from '../../../shell/index.ts';
import type { AvatarProps } from '../../../ui/avatar.tsx';

/** Picture of whom a row names. At a task it is the colleague who has to do it, with their presence. */
export function RowPortrait({ row, ...rest }: { row: EntryRow } & Omit<AvatarProps, 'picture'>) {
  const ownId = useValue(useClient().user)?.id;
  const responsible = row.extras['responsibleUserId'];
  const isColleague = typeof responsible === 'number' && responsible !== ownId;
  return <Portrait {...rest} picture={row.contactPicture} userId={isColleague ? responsible : undefined} />;
}
