import type { PersonInfo } from '@kontor/contract/account';
import { useTexts } from '../../../shell/index.ts';
import { texts } from './texts.ts';

/** How it stands with a person, in words. */
export function Marks({ person, ownId }: { person: PersonInfo; ownId: number | undefined }) {
  const t = useTexts(texts);
  return (
    <>
      {person.id === ownId ? <span className="mark">{t.you}</span> : null}
      {person.isAdministrator ? <span className="mark">{t.administrator}</span> : null}
      {person.isActive ? null : (
        <span className="mark" data-tone="fault">
          {t.left}
        </span>
      )}
      {person.isActive && !person.isUnlocked ? (
        <span className="mark" data-tone="fault">
          {t.locked}
        </span>
      ) : null}
      {person.isActive && !person.hasPassword && person.passkeys === 0 ? (
        <span className="mark">{t.invited}</span>
      ) : null}
    </>
  );
}
