import './scopes.css';
import type { Scope } from '@kontor/contract/appointment';
import type { ReactNode } from 'react';
import { useTexts } from '../../shell/index.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { Button } from '../../ui/parts.tsx';
import { scopeTexts } from './scope-texts.ts';

/** Asks which appointments of a series are meant. */
export function ScopeDialog<S extends Scope>({
  title,
  scopes,
  isDanger = false,
  children,
  onChoose,
  onClose,
}: {
  title: string;
  /** Those that make sense. */
  scopes: readonly S[];
  /** All of them would be gone. */
  isDanger?: boolean;
  children: ReactNode;
  onChoose: (scope: S) => void;
  onClose: () => void;
}) {
  const t = useTexts(scopeTexts);
  return (
    <Dialog title={title} closeLabel={t.close} onClose={onClose}>
      {children}
      <div className="appointment-scopes">
        {scopes.map((scope, index) => (
          <Button
            key={scope}
            autoFocus={index === 0}
            kind={isDanger && scope === 'all' ? 'danger' : 'normal'}
            onClick={() => {
              onClose();
              onChoose(scope);
            }}
          >
            {t[scope]}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
