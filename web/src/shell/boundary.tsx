import { Component, type ReactNode } from 'react';
import { Button, StatePage } from '../ui/parts.tsx';
import { loadAgain } from '../ui/lazily.tsx';
import { useTexts } from './context.tsx';
import { texts } from './texts.ts';

interface Props {
  readonly children: ReactNode;
}

/** Catches what goes wrong while a part is drawn, so that the rest of the page stays usable. */
export class Boundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  readonly #retry = (): void => {
    loadAgain();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    return this.state.failed ? <Broken onRetry={this.#retry} /> : this.props.children;
  }
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(texts);
  const actions = (
    <span style={{ display: 'flex', gap: 8, flexWrap: 'wrap', justifyContent: 'center' }}>
      <Button onClick={onRetry}>{t.retry}</Button>
      <Button kind="plain" onClick={() => window.location.reload()}>
        {t.reload}
      </Button>
    </span>
  );
  return (
    <StatePage icon="warning" title={t.broken} action={actions}>
      {t.brokenHint}
    </StatePage>
  );
}
