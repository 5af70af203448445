import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useLanguage, useShell, useTexts, type KeyPress } from '../../../shell/index.ts';
import { Button, Icon, LoadingLine } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { fillExternal, fillInline } from './images.ts';
import { sanitise, type Words } from './sanitise.ts';

interface Props {
  readonly aggregateId: string;
  readonly html: string;
  readonly externalImages: number;
  readonly title: string;
}

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** The frame's page around a mail: colours that a mail expects, and room for what is too wide. */
const page = (
  language: string,
): string => `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><style>
html{background:transparent;color-scheme:light}
body{margin:0;padding:20px;color:#14181f;font:15px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere;overflow-x:auto;overflow-y:hidden}
img{max-width:100%;height:auto}
img:not([src]){display:inline-block;background:rgb(0 0 0/6%);outline:1px dashed rgb(0 0 0/18%);outline-offset:-1px}
img[width="1"],img[height="1"],img[width="0"],img[height="0"]{display:none}
a{color:#1a4f94}
blockquote{margin:8px 0;padding-left:12px;border-left:3px solid rgb(0 0 0/18%)}
pre{white-space:pre-wrap}
table{max-width:100%}
p{margin:0 0 1em}
hr{border:0;border-top:1px solid rgb(0 0 0/18%)}
details[data-kontor-quote]{margin-top:12px}
details[data-kontor-quote]>summary{width:max-content;padding:2px 10px;border-radius:12px;background:rgb(0 0 0/7%);color:#4a5260;font-size:13px;cursor:pointer;list-style:none}
[data-kontor-signature]{color:#5b6472}
.other-host{display:inline-block;margin:0 4px;padding:0 8px;border-radius:9px;background:#fbe6e5;color:#b3261e;font-size:12px;font-weight:600;line-height:1.5;text-decoration:none;cursor:help}
.other-host::before{content:'!';display:inline-block;width:14px;margin-right:5px;border-radius:7px;background:#b3261e;color:#fff;line-height:14px;text-align:center}
summary:focus-visible,a:focus-visible{outline:2px solid #1a4f94;outline-offset:1px}
</style></head><body></body></html>`;

/** A mail's content in a frame of its own, in which nothing runs and from which nothing is fetched. */
export function MailBody({ aggregateId, html, externalImages, title }: Props) {
  const t = useTexts(texts);
  const language = useLanguage();
  const client = useClient();
  const { keys } = useShell();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(160);
  const [ready, setReady] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const [images, setImages] = useState<'withheld' | 'loading' | 'shown'>('withheld');
  const [failed, setFailed] = useState(0);
  const words = useRef<Words>(t);
  useEffect(() => {
    words.current = t;
  });

  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!loaded || !inside?.body) return undefined;
    const stop = new AbortController();
    const { body } = inside;
    setReady(false);
    setImages('withheld');
    const press = (event: KeyboardEvent): void => void keys.press(event satisfies KeyPress);
    inside.addEventListener('keydown', press);
    const measure = (): void => {
      // A newsletter that is as wide as the sheet needs no margin of ours, which would cut it off.
      if (body.scrollWidth > body.clientWidth) body.style.paddingInline = '0';
      setHeight(Math.ceil(body.getBoundingClientRect().height) + (body.scrollWidth > body.clientWidth ? 16 : 0));
    };
    const observer = new ResizeObserver(measure);
    void sanitise(html, words.current).then((fragment) => {
      if (stop.signal.aborted) return;
      body.replaceChildren(inside.importNode(fragment, true));
      measure();
      observer.observe(body);
      setReady(true);
      void fillInline(client, aggregateId, body, stop.signal);
    });
    return () => {
      stop.abort();
      observer.disconnect();
      inside.removeEventListener('keydown', press);
    };
  }, [loaded, html, aggregateId, client, keys]);

  const loadImages = async (): Promise<void> => {
    const body = frame.current?.contentDocument?.body;
    if (!body) return;
    setImages('loading');
    setFailed(await fillExternal(client, aggregateId, body, new AbortController().signal));
    setImages('shown');
  };

  return (
    <>
      {externalImages > 0 && (images !== 'shown' || failed > 0) ? (
        <div className="image-bar" role="status">
          <Icon name="image" />
          <span>
            {images === 'shown'
              ? t.imageFailed(failed)
              : images === 'loading'
                ? t.loadingImages
                : t.imagesWithheld(externalImages)}
          </span>
          {images === 'withheld' ? <Button onClick={() => void loadImages()}>{t.loadImages}</Button> : null}
        </div>
      ) : null}
      <div className="mail-sheet">
        <LoadingLine shown={!ready} />
        <iframe
          ref={frame}
          title={title}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          srcDoc={page(language)}
          style={{ height }}
          onLoad={() => setLoaded(true)}
        />
      </div>
    </>
  );
}
