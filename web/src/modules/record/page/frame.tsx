import { useRef, useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Button, StatePage } from '../../../ui/parts.tsx';
import { useFrameRing } from '../../../ui/use-frame-ring.ts';
import type { Model } from '../fields/values.ts';
import { pageTexts } from './texts.ts';

/**
 * A page of the web that belongs to the record, in a frame of its own: it may run scripts and send forms, and neither open windows, nor
 * leave its place, nor reach anything of ours.
 */
export function Frame({ model }: { model: Model }) {
  const t = useTexts(pageTexts);
  const [times, setTimes] = useState(0);
  const frame = useRef<HTMLIFrameElement>(null);
  const isReached = useFrameRing(frame);
  const tab = model.model.tabConfiguration.find((one) => one.tab === 'iframe');
  const url = URL.parse(tab?.url ?? '');
  if (url?.protocol !== 'https:')
    return (
      <StatePage icon="arrow-square-out" title={t.noFrame}>
        {t.noFrameHint}
      </StatePage>
    );
  return (
    <div className="record-frame">
      <p>
        <span className="quiet">{t.frameHint(url.host)}</span>
        <Button icon="arrow-clockwise" onClick={() => setTimes(times + 1)}>
          {t.frameAgain}
        </Button>
        <a className="button" href={url.href} target="_blank" rel="noopener noreferrer">
          {t.frameOpen}
        </a>
      </p>
      <iframe
        ref={frame}
        key={times}
        data-reached={isReached}
        src={url.href}
        title={t.frame(tab?.title || url.host)}
        // With the origin of its own it can sign people in; a page of ours could leave the sandbox with it.
        sandbox={`allow-scripts allow-forms${url.origin === location.origin ? '' : ' allow-same-origin'}`}
        referrerPolicy="no-referrer"
        allow=""
      />
    </div>
  );
}
