import { SCOPES } from '@kontor/contract/appointment';
import { useClient } from '../../client/react.tsx';
import { useLanguage, useShell, useTexts, type RemovalQuestion } from '../../shell/index.ts';
import { removalTexts } from './removal-texts.ts';
import { removeSeries } from './removing.ts';
import { ScopeDialog } from './scopes.tsx';

/** Asks what of appointments that repeat is thrown away, once for all of them. */
export function RemovalDialog({ rows, others, onGone, onClose }: RemovalQuestion) {
  const t = useTexts(removalTexts);
  const client = useClient();
  const { notices } = useShell();
  const language = useLanguage();
  const count = rows.length;
  return (
    <ScopeDialog
      title={t.title(count)}
      scopes={SCOPES}
      isDanger
      onClose={onClose}
      onChoose={(scope) => {
        removeSeries({ client, notices, language }, rows, scope, others);
        if (scope === 'all') onGone();
      }}
    >
      <p>{count === 1 ? t.hint(rows[0]?.information || t.untitled) : t.hintMany(count)}</p>
      {others.length === 0 ? null : <p className="quiet">{t.others(others.length)}</p>}
      <p className="quiet">{t.trashHint}</p>
    </ScopeDialog>
  );
}
