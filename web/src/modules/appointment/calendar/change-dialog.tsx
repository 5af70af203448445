import type { Collisions, Scope } from '@kontor/contract/appointment';
import { SCOPES } from '@kontor/contract/appointment';
import { useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { ScopeDialog } from '../scopes.tsx';
import { CollisionList } from './collision-list.tsx';
import { calendarTexts } from './texts.ts';

/** What is asked before something is changed: which ones of a series are meant, whether somebody else is to have it, whether it is to be moved though it collides, or that it cannot. */
export type Question =
  | { readonly kind: 'scope'; readonly isRemoval: boolean; readonly onAnswer: (scope: Scope) => void }
  /** `isOne`: of a series that one alone. */
  | { readonly kind: 'give'; readonly name: string; readonly isOne: boolean; readonly onAnswer: () => void }
  | { readonly kind: 'collision'; readonly collisions: Collisions; readonly onAnswer: () => void }
  | { readonly kind: 'taken'; readonly collisions: Collisions };

export function ChangeDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const t = useTexts(calendarTexts);
  if (question.kind === 'scope')
    return (
      <ScopeDialog
        title={question.isRemoval ? t.remove : t.move}
        scopes={SCOPES}
        isDanger={question.isRemoval}
        onChoose={question.onAnswer}
        onClose={onClose}
      >
        <p>{t.series}</p>
      </ScopeDialog>
    );
  if (question.kind === 'give')
    return (
      <Dialog title={t.giveTo(question.name)} closeLabel={t.close} onClose={onClose}>
        <div className="form">
          <p>{question.isOne ? t.giveOne : t.giveAbout}</p>
          <footer>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button kind="primary" autoFocus onClick={question.onAnswer}>
              {t.give}
            </Button>
          </footer>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t.move} closeLabel={t.close} onClose={onClose}>
      <div className="form">
        <CollisionList collisions={question.collisions} isFinal={question.kind === 'taken'} />
        <footer>
          {question.kind === 'taken' ? (
            <Button kind="primary" autoFocus onClick={onClose}>
              {t.close}
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button kind="primary" autoFocus onClick={question.onAnswer}>
                {t.anyway}
              </Button>
            </>
          )}
        </footer>
      </div>
    </Dialog>
  );
}
