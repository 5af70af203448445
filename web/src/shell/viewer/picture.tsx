import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../index.ts';
import { Button, IconButton } from '../../ui/parts.tsx';
import { pictureSize, turned } from './rules.ts';
import { viewerTexts } from './texts.ts';

/** Room around a picture, in pixels. */
const MARGIN = 32;

/** An address for bytes, for as long as they are shown. */
export function useBlobUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- an address is made and taken back with what is shown
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

/** A picture that fits its room, or is as large as it is, turned as wanted. */
export function Picture({ blob, name }: { blob: Blob; name: string }) {
  const t = useTexts(viewerTexts);
  const url = useBlobUrl(blob);
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [natural, setNatural] = useState({ width: 0, height: 0 });
  const [degrees, setDegrees] = useState(0);
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth - MARGIN, height: element.clientHeight - MARGIN }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const size = pictureSize(natural, room, degrees, isWhole);
  const isLying = degrees % 180 !== 0;
  return (
    <>
      <div className="viewer-bar" role="toolbar" aria-label={t.picture(name)}>
        <Button kind="plain" aria-pressed={!isWhole} onClick={() => setWhole(false)}>
          {t.fit}
        </Button>
        <Button kind="plain" aria-pressed={isWhole} onClick={() => setWhole(true)}>
          {t.whole}
        </Button>
        <IconButton icon="arrow-clockwise" label={t.turn} onClick={() => setDegrees(turned(degrees))} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div className="viewer-stage" ref={stage} tabIndex={0} role="group" aria-label={t.picture(name)}>
        <div
          className="viewer-picture"
          style={{ width: isLying ? size.height : size.width, height: isLying ? size.width : size.height }}
        >
          {url === undefined ? null : (
            <img
              src={url}
              alt={name}
              style={{ ...size, transform: `translate(-50%, -50%) rotate(${degrees}deg)` }}
              onLoad={({ currentTarget }) =>
                setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
              }
            />
          )}
        </div>
      </div>
    </>
  );
}
