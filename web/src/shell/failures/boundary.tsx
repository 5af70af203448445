import { Component, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useKontor } from '../../client/react.tsx';
import { Button, StatePage } from '../../ui/parts.tsx';
import { LoadFailure, loadAgain } from '../../ui/lazily.tsx';
import { useShell, useTexts } from '../context.tsx';
import { texts } from '../texts.ts';

interface Props {
  readonly children: ReactNode;
  /** What stands in its place where it fails; left out, the person is told, and may try again. */
  readonly otherwise?: ReactNode;
}

/** Catches what goes wrong while a part is drawn, so that the rest of the page stays usable. */
export class Boundary extends Component<Props, { readonly failed: 'drawing' | 'loading' | undefined }> {
  override state: { readonly failed: 'drawing' | 'loading' | undefined } = { failed: undefined };

  static getDerivedStateFromError(error: unknown): { failed: 'drawing' | 'loading' } {
    return { failed: error instanceof LoadFailure ? 'loading' : 'drawing' };
  }

  readonly #retry = (): void => {
    loadAgain();
    this.setState({ failed: undefined });
  };

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed === undefined) return this.props.children;
    if ('otherwise' in this.props) return this.props.otherwise;
    return <Broken isLoading={failed === 'loading'} onRetry={this.#retry} />;
  }
}

/** Around what a page can do without, and whose code is loaded later: where that cannot be, all else stays. */
export const Extra = ({ otherwise = null, children }: Props) => (
  <Boundary otherwise={otherwise}>
    <Suspense>{children}</Suspense>
  </Boundary>
);

/** Whether a newer version was put in the place of the one that lacks a file; then the page is loaded anew, once. */
function useRecovery(isWanted: boolean): 'none' | 'edited' | 'loads' {
  const kontor = useKontor();
  const { unsaved } = useShell();
  const [state, setState] = useState<'none' | 'edited' | 'loads'>('none');
  useEffect(() => {
    if (!isWanted) return;
    const isEdited = (): boolean => unsaved.entries.get().length > 0;
    import('../background/updates.ts')
      .then(({ recover }) => recover(kontor.beforeLeaving, isEdited, kontor.env.tab, setState))
      .catch(() => undefined);
  }, [isWanted, kontor, unsaved]);
  return state;
}

function Broken({ isLoading, onRetry }: { isLoading: boolean; onRetry: () => void }) {
  const t = useTexts(texts);
  const kontor = useKontor();
  const { unsaved } = useShell();
  const found = useRecovery(isLoading);
  const reload = (): void =>
    void unsaved.leave(
      () => true,
      () => void kontor.beforeLeaving().finally(() => window.location.reload()),
    );
  if (found === 'loads') return <StatePage icon="arrow-clockwise" title={t.newerLoads} />;
  const actions = (
    <span style={{ display: 'flex', gap: 8, flexWrap: 'wrap', justifyContent: 'center' }}>
      <Button onClick={onRetry}>{t.retry}</Button>
      <Button kind="plain" onClick={reload}>
        {t.reload}
      </Button>
    </span>
  );
  return (
    <StatePage icon="warning" title={t.broken} action={actions}>
      {found === 'edited' ? t.newerHint : t.brokenHint}
    </StatePage>
  );
}
