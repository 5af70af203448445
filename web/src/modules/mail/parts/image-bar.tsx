import { useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';

/** What has become of the external images of a mail. */
export type ImageState = 'withheld' | 'loading' | 'shown';

/** Says over a mail what has become of its external images, and what can be done about it. */
export function ImageBar({
  state,
  count,
  failed,
  sender,
  isTrusted,
  onLoad,
  onTrust,
  onDistrust,
}: {
  state: ImageState;
  count: number;
  /** How many could not be loaded. */
  failed: number;
  /** Empty where nothing is remembered of them. */
  sender: string;
  isTrusted: boolean;
  onLoad: () => void;
  onTrust: () => void;
  onDistrust: () => void;
}) {
  const t = useTexts(texts);
  return (
    <div className="image-bar" role="status">
      <Icon name="image" />
      <span>
        {state === 'withheld'
          ? t.imagesWithheld(count)
          : state === 'loading'
            ? t.loadingImages
            : failed > 0
              ? t.imageFailed(failed)
              : t.imagesTrusted(sender)}
      </span>
      {state === 'withheld' ? (
        <>
          <Button onClick={onLoad}>{t.loadImages}</Button>
          {sender === '' ? null : (
            <Button kind="plain" title={t.alwaysFrom(sender)} onClick={onTrust}>
              {t.alwaysLoad}
            </Button>
          )}
        </>
      ) : isTrusted ? (
        <Button kind="plain" onClick={onDistrust}>
          {t.neverLoad}
        </Button>
      ) : null}
    </div>
  );
}
