import { PDF_FOLDER } from '../../ui/pdf-folder.ts';

/** What is told of a PDF that is shown. */
export interface PdfNews {
  readonly onPages: (count: number) => void;
  readonly onPage: (page: number) => void;
  readonly onFound: (found: { readonly at: number; readonly count: number }) => void;
}

export interface OpenPdf {
  readonly goTo: (page: number) => void;
  readonly zoom: (by: 1 | -1) => void;
  /** Looks for a text; `again` goes on from the last place, forwards or backwards. */
  readonly find: (query: string, how?: { readonly again: boolean; readonly backwards: boolean }) => void;
  readonly close: () => void;
}

const ANNOTATIONS_WITHOUT_FORMS = 1;
/** What the library would say in its own words, which are nobody's language here. */
const SILENT = {
  getLanguage: () => '',
  getDirection: () => 'ltr',
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  pause: () => undefined,
  resume: () => undefined,
};

/**
 * Shows a PDF in `container`, the library and its files from the app's own origin. It reaches nothing outside: no scripts of the
 * document run, and its links lead nowhere but to its own pages. Fails where it is no PDF, or has a password.
 */
export async function openPdf(container: HTMLDivElement, blob: Blob, news: PdfNews): Promise<OpenPdf> {
  const pdf = await import('pdfjs-dist');
  const {
    EventBus,
    GenericL10n: _,
    PDFFindController,
    PDFLinkService,
    PDFViewer,
  } = await import('pdfjs-dist/web/pdf_viewer.mjs');
  pdf.GlobalWorkerOptions.workerSrc = `${PDF_FOLDER}worker.mjs`;
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus });
  linkService.externalLinkEnabled = false;
  const findController = new PDFFindController({ eventBus, linkService });
  const stop = new AbortController();
  const options = {
    container,
    eventBus,
    linkService,
    findController,
    l10n: SILENT as unknown as NonNullable<ConstructorParameters<typeof PDFViewer>[0]['l10n']>,
    annotationMode: ANNOTATIONS_WITHOUT_FORMS,
    annotationEditorMode: -1,
    enableAutoLinking: false,
    enableSelectionRendering: false,
    removePageBorders: true,
    // Not among its declared options.
    abortSignal: stop.signal,
  };
  const viewer = new PDFViewer(options);
  linkService.setViewer(viewer);
  eventBus.on('pagesinit', () => {
    viewer.currentScaleValue = 'page-width';
    if (viewer.currentScale > 1.5) viewer.currentScale = 1.5;
    news.onPages(viewer.pagesCount);
  });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => news.onPage(pageNumber));
  const found = ({ matchesCount: { current, total } }: { matchesCount: { current: number; total: number } }): void =>
    news.onFound({ at: current, count: total });
  eventBus.on('updatefindmatchescount', found);
  eventBus.on('updatefindcontrolstate', found);
  const loading = pdf.getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    cMapUrl: `${PDF_FOLDER}cmaps/`,
    standardFontDataUrl: `${PDF_FOLDER}fonts/`,
    wasmUrl: `${PDF_FOLDER}wasm/`,
    useWasm: false,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
  });
  /** What the viewer begins with: it complains where the document is gone before it has that. */
  let begun: Promise<unknown> = Promise.resolve();
  const close = (): void => {
    stop.abort();
    viewer.cleanup();
    void begun.finally(() => loading.destroy());
  };
  try {
    const opened = await loading.promise;
    viewer.setDocument(opened);
    begun = Promise.allSettled([viewer.firstPagePromise, opened.getPermissions()]);
    linkService.setDocument(opened, null);
  } catch (error) {
    close();
    throw error;
  }
  return {
    goTo: (page) => (viewer.currentPageNumber = Math.max(1, Math.min(viewer.pagesCount, page))),
    zoom: (by) => (by === 1 ? viewer.increaseScale() : viewer.decreaseScale()),
    find: (query, how) =>
      eventBus.dispatch('find', {
        source: undefined,
        type: how?.again === true ? 'again' : '',
        query,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: how?.backwards === true,
        matchDiacritics: false,
      }),
    close,
  };
}

/** Whether a PDF could not be opened because it asks for a password. */
export const wantsPassword = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException';
