import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useLanguage, useSettings, useShell, useTexts, type KeyPress } from '../../../shell/index.ts';
import { takePhoneLinks } from '../../../shell/numbers/mark-numbers.ts';
import { useIsDark } from '../../../shell/settings/use-is-dark.ts';
import { IconButton, LoadingLine } from '../../../ui/parts.tsx';
import { useFrameRing } from '../../../ui/use-frame-ring.ts';
import { writeAddress } from '../composer/address.ts';
import { takeMailtoLinks } from '../composer/mailto-links.ts';
import { texts } from '../texts.ts';
import { fitter } from './fit.ts';
import { SANDBOX, fill, readerPage } from './frame.ts';
import { ImageBar, type ImageState } from './image-bar.tsx';
import { areImagesWanted, fillExternal, fillInline, wantImages, withSender } from './images.ts';
import { sanitise, type Words } from './sanitise.ts';

interface Props {
  readonly aggregateId: string;
  readonly html: string;
  readonly externalImages: number;
  readonly title: string;
  /** Address of the sender; empty where there is none to be believed, so that nothing is remembered of them. */
  readonly sender: string;
  /** Undefined where it is not printed by itself. */
  readonly onPrint?: (() => void) | undefined;
}

/** A mail's content in a frame of its own, in which nothing runs and from which nothing is fetched. */
export function MailBody({ aggregateId, html, externalImages, title, sender, onPrint }: Props) {
  const t = useTexts(texts);
  const language = useLanguage();
  const client = useClient();
  const { settings } = useShell();
  const { imageSenders } = useSettings();
  const isTrusted = sender !== '' && imageSenders.includes(sender);
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const [images, setImages] = useState<ImageState>('withheld');
  const [failed, setFailed] = useState(0);
  const onFill = useCallback((isDone: boolean): void => {
    setReady(isDone);
    if (isDone) return;
    setImages('withheld');
    setFailed(0);
  }, []);
  const { height, onLoad } = useFilledFrame(frame, { aggregateId, html, onPrint, onFill });

  // Asked for now, before in this page, or once for all mails of the sender.
  const [loadRequests, setLoadRequests] = useState(0);
  const mayLoad = externalImages > 0 && (isTrusted || loadRequests > 0 || areImagesWanted(client, aggregateId));
  useEffect(() => {
    const body = frame.current?.contentDocument?.body;
    if (!ready || !mayLoad || !body) return undefined;
    const stop = new AbortController();
    wantImages(client, aggregateId);
    setImages('loading');
    void fillExternal(client, aggregateId, body, stop.signal).then((count) => {
      if (stop.signal.aborted) return;
      setFailed(count);
      setImages('shown');
    });
    return () => stop.abort();
  }, [ready, mayLoad, client, aggregateId]);

  const dark = useDark(frame, ready);
  const isReached = useFrameRing(frame);

  const trust = (): void => settings.change({ imageSenders: withSender(imageSenders, sender) });
  const distrust = (): void => settings.change({ imageSenders: imageSenders.filter((one) => one !== sender) });

  return (
    <>
      {externalImages > 0 && (images !== 'shown' || failed > 0 || isTrusted) ? (
        <ImageBar
          state={images}
          count={externalImages}
          failed={failed}
          sender={sender}
          isTrusted={isTrusted}
          onLoad={() => setLoadRequests(loadRequests + 1)}
          onTrust={trust}
          onDistrust={distrust}
        />
      ) : null}
      <div className="mail-sheet" data-dark={dark.isWanted} data-reached={isReached}>
        <LoadingLine shown={!ready} />
        <iframe
          ref={frame}
          title={title}
          sandbox={SANDBOX}
          srcDoc={readerPage(language)}
          style={{ height, visibility: dark.isComing ? 'hidden' : undefined }}
          onLoad={onLoad}
        />
        {dark.turn === undefined ? null : (
          <IconButton
            icon={dark.isWanted ? 'sun' : 'moon'}
            label={dark.isWanted ? t.showLight : t.showDark}
            onClick={dark.turn}
          />
        )}
      </div>
    </>
  );
}

interface FillOptions extends Pick<Props, 'aggregateId' | 'html' | 'onPrint'> {
  /** Called when it begins, and when it is done. Always the same function. */
  readonly onFill: (isDone: boolean) => void;
}

/** Puts a mail into the frame whenever that has loaded its page. `height`: of the mail, in pixels. */
function useFilledFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  { aggregateId, html, onPrint, onFill }: FillOptions,
): { readonly height: number; readonly onLoad: () => void } {
  const t = useTexts(texts);
  const client = useClient();
  const { keys, tabs } = useShell();
  const [height, setHeight] = useState(160);
  // Counted: the frame gets another page when the app gets another language, and its mail has to be put into that.
  const [loads, setLoads] = useState(0);
  const words = useRef<Words>(t);
  const print = useRef(onPrint);
  useEffect(() => {
    words.current = t;
    print.current = onPrint;
  });

  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (loads === 0 || !inside?.body) return undefined;
    const stop = new AbortController();
    const { body } = inside;
    onFill(false);
    const press = (event: KeyboardEvent): void => {
      if (isPrintKey(event) && print.current !== undefined) {
        event.preventDefault();
        print.current();
      } else keys.press(event satisfies KeyPress);
    };
    inside.addEventListener('keydown', press);
    const leaveLinks = takeMailtoLinks(inside, (mailto) =>
      tabs.open(writeAddress(client, { kind: 'new', mailto }), 'beside'),
    );
    const leaveNumbers = takePhoneLinks(inside, () => frame.current?.getBoundingClientRect() ?? { x: 0, y: 0 });
    const fit = fitter(body);
    const measure = (): void => {
      fit();
      setHeight(Math.ceil(body.getBoundingClientRect().height) + (body.scrollWidth > body.clientWidth ? 16 : 0));
    };
    const observer = new ResizeObserver(measure);
    void sanitise(html, words.current).then((fragment) => {
      if (stop.signal.aborted) return;
      fill(inside, fragment);
      measure();
      observer.observe(body);
      onFill(true);
      void fillInline(client, aggregateId, body, stop.signal);
    });
    return () => {
      stop.abort();
      observer.disconnect();
      leaveLinks();
      leaveNumbers();
      inside.removeEventListener('keydown', press);
    };
  }, [frame, loads, html, aggregateId, client, keys, tabs, onFill]);
  return { height, onLoad: () => setLoads((count) => count + 1) };
}

interface Dark {
  /** Whether the mail is to be shown dark, and is not yet. */
  readonly isWanted: boolean;
  readonly isComing: boolean;
  /** Shows it light or dark, this once; undefined where that is no question. */
  readonly turn: (() => void) | undefined;
}

/** Whether a mail is shown dark on a page that is, and how that is turned for this one. */
function useDark(frame: RefObject<HTMLIFrameElement | null>, ready: boolean): Dark {
  const { mailDark } = useSettings();
  const isPageDark = useIsDark();
  const [isOther, setOther] = useState(false);
  /** What became of it: a mail may be too large, and a part of the app may not be there. */
  const [became, setBecame] = useState<'dark' | 'light'>();
  const isWanted = isPageDark && mailDark !== isOther && became !== 'light';
  useEffect(() => {
    const body = frame.current?.contentDocument?.body;
    if (!ready || !isWanted || !body) return undefined;
    let isOver = false;
    let takeBack: (() => void) | undefined;
    import('./dark.ts').then(
      ({ darken }) => {
        if (isOver) return;
        takeBack = darken(body);
        setBecame(takeBack === undefined ? 'light' : 'dark');
      },
      () => (isOver ? undefined : setBecame('light')),
    );
    return () => {
      isOver = true;
      takeBack?.();
      setBecame((now) => (now === 'dark' ? undefined : now));
    };
  }, [frame, ready, isWanted]);
  return {
    isWanted,
    isComing: isWanted && became === undefined,
    turn: isPageDark && became !== 'light' ? () => setOther(!isOther) : undefined,
  };
}

/** Ctrl or Command with P, wherever the focus is. */
export const isPrintKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'p';
