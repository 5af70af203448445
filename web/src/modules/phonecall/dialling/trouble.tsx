import { useTexts } from '../../../shell/index.ts';
import { Button, Callout, Icon } from '../../../ui/parts.tsx';
import type { DialTrouble } from './doing.ts';
import { dialTexts } from './texts.ts';

/** Says why a call was not begun or not ended, with what the person can do about it. */
export function TroubleNote({
  trouble,
  onOpened,
  onRetry,
}: {
  trouble: DialTrouble;
  onOpened: () => void;
  onRetry: () => void;
}) {
  const t = useTexts(dialTexts);
  const { of, why, href } = trouble;
  if (why === 'window')
    return (
      <Callout
        icon="warning"
        action={
          <a
            className="button"
            data-kind="primary"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onOpened}
          >
            <Icon name="arrow-square-out" />
            {t.openWindow[of]}
          </a>
        }
      >
        {t.windowFor[of]}
      </Callout>
    );
  return (
    <Callout
      tone="fault"
      icon="warning"
      action={of === 'hangUp' ? <Button onClick={onRetry}>{t.retry}</Button> : undefined}
    >
      {why === 'local' ? t.localFailed : t.notHungUp}
    </Callout>
  );
}
