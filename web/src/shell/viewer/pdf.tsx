import './pdf.css';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../index.ts';
import { IconButton } from '../../ui/parts.tsx';
import { NotShown, Waiting } from './not-shown.tsx';
import { openPdf, wantsPassword, type OpenPdf } from './open-pdf.ts';
import { viewerTexts } from './texts.ts';

const NOTHING_FOUND = { at: 0, count: 0 };

interface Props {
  readonly blob: Blob;
  readonly onDownload: () => void;
}

/** A PDF page by page: its text can be selected and searched. */
export function Pdf(given: Props) {
  const [tries, setTries] = useState(0);
  return <Opened key={tries} {...given} onRetry={() => setTries(tries + 1)} />;
}

function Opened({ blob, onDownload, onRetry }: Props & { onRetry: () => void }) {
  const t = useTexts(viewerTexts);
  const container = useRef<HTMLDivElement>(null);
  const [pdf, setPdf] = useState<OpenPdf>();
  const [pages, setPages] = useState(0);
  const [page, setPage] = useState(1);
  const [found, setFound] = useState(NOTHING_FOUND);
  const [query, setQuery] = useState('');
  const [fault, setFault] = useState<'encrypted' | 'broken'>();
  useEffect(() => {
    let opened: OpenPdf | undefined;
    let isOver = false;
    const element = container.current;
    if (element === null) return undefined;
    openPdf(element, blob, { onPages: setPages, onPage: setPage, onFound: setFound }).then(
      (one) => {
        opened = one;
        if (isOver) one.close();
        else setPdf(one);
      },
      (error: unknown) => (isOver ? undefined : setFault(wantsPassword(error) ? 'encrypted' : 'broken')),
    );
    return () => {
      isOver = true;
      opened?.close();
      element.firstElementChild?.replaceChildren();
    };
  }, [blob]);
  const again = (backwards: boolean): void => pdf?.find(query, { again: true, backwards });
  if (fault !== undefined) return <NotShown why={fault} onRetry={onRetry} onDownload={onDownload} />;
  return (
    <>
      <div className="viewer-bar" role="toolbar" aria-label={t.document}>
        <label className="viewer-page">
          <span className="hidden-text">{t.pageField}</span>
          <input
            className="input"
            inputMode="numeric"
            value={page}
            onChange={({ target }) => {
              const wanted = Number.parseInt(target.value, 10);
              if (Number.isFinite(wanted)) pdf?.goTo(wanted);
            }}
          />
          <span className="quiet" aria-live="polite">
            {pages === 0 ? null : t.page(page, pages)}
          </span>
        </label>
        <IconButton icon="magnifying-glass-minus" label={t.zoomOut} onClick={() => pdf?.zoom(-1)} />
        <IconButton icon="magnifying-glass-plus" label={t.zoomIn} onClick={() => pdf?.zoom(1)} />
        <search className="viewer-find">
          <input
            className="input"
            // Of a search field the browser would clear the text first: Escape leads back to the chip at once.
            type="text"
            role="searchbox"
            value={query}
            placeholder={t.find}
            aria-label={t.find}
            onChange={({ target }) => {
              setQuery(target.value);
              setFound(NOTHING_FOUND);
              pdf?.find(target.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              again(event.shiftKey);
            }}
          />
          {query === '' ? null : (
            <>
              <span className="quiet" role="status">
                {t.found(found.at, found.count)}
              </span>
              <IconButton icon="caret-up" label={t.findPrevious} onClick={() => again(true)} />
              <IconButton icon="caret-down" label={t.findNext} onClick={() => again(false)} />
            </>
          )}
        </search>
      </div>
      <div className="viewer-stage viewer-pdf">
        {pdf === undefined ? <Waiting /> : null}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
        <div className="pdf-container" ref={container} tabIndex={0} role="region" aria-label={t.document}>
          <div className="pdfViewer" />
        </div>
      </div>
    </>
  );
}
