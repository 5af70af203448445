import type { FilterUser } from '@kontor/contract/account';
import type { OnlineUser } from '@kontor/contract/presence';
import { Portrait, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import type { Line } from './use-line.ts';

/** What a person's state says, behind the sign of the place where they are. */
export function StateLine({ line }: { line: Pick<Line, 'text' | 'locationIcon'> }) {
  const t = useTexts(texts);
  return (
    <span className="person-state">
      {line.locationIcon === undefined ? null : <Icon name={line.locationIcon} small label={t.atLocation} />}
      <span>{line.text}</span>
    </span>
  );
}

/** A person in a list: portrait with its sign, name, state and until when. */
export function PersonRow({ user, line, note }: { user: OnlineUser; line: Line; note?: string }) {
  return (
    <span className="person-row">
      <Portrait name={user.name} picture={user.userAvatar} userId={user.id} />
      <span className="person-text">
        <span className="person-name">
          <strong>{user.name}</strong> {note === undefined ? null : <span className="quiet">({note})</span>}
        </span>
        <StateLine line={line} />
      </span>
      {line.until === '' ? null : <span className="person-until">{line.until}</span>}
    </span>
  );
}

/** A group in the same list. */
export function GroupRow({ group }: { group: FilterUser }) {
  const t = useTexts(texts);
  return (
    <span className="person-row">
      <span className="person-group" aria-hidden="true">
        <Icon name="users" small />
      </span>
      <span className="person-text">
        <strong>{group.groupName}</strong>
        <span className="person-state">{t.members(group.userIds.length)}</span>
      </span>
    </span>
  );
}
