import { ourPage } from '../../../ui/trusted.ts';
import { TYPEFACE } from '../../../ui/typeface/address.ts';

/** What a frame with a mail in it may do. Never `allow-scripts`: beside `allow-same-origin` it would open the app to the mail. */
export const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';
/** A page that is printed needs the dialog for it, and no links. */
export const PRINT_SANDBOX = 'allow-same-origin allow-modals';

/** The one file that is let in is named by its whole address; the app has it already. */
const POLICY = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src ${TYPEFACE}; form-action 'none'; base-uri 'none'`;

/** As in the app's own `tokens.css`: what stands until Inter is there takes the same room. */
const COMMON = `@font-face{font-family:Inter;src:url(${TYPEFACE}) format('woff2');font-weight:400 650;font-display:swap}
@font-face{font-family:'Inter fallback';src:local('Arial'),local('Liberation Sans'),local('Helvetica');ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%;size-adjust:107.12%}
img{max-width:100%;height:auto}
img[width="1"],img[height="1"],img[width="0"],img[height="0"]{display:none}
a{color:#1a4f94}
blockquote{margin:8px 0;padding-left:12px;border-left:3px solid rgb(0 0 0/18%)}
pre{white-space:pre-wrap}
table{max-width:100%;overflow-wrap:break-word}
p{margin:0 0 1em}
hr{border:0;border-top:1px solid rgb(0 0 0/18%)}
[data-kontor-signature]{color:#5b6472}
.other-host{display:inline-block;margin:0 4px;padding:0 8px;border-radius:9px;background:#fbe6e5;color:#b3261e;font-size:12px;font-weight:600;line-height:1.5;text-decoration:none;cursor:help}
.other-host::before{content:'!';display:inline-block;width:14px;margin-right:5px;border-radius:7px;background:#b3261e;color:#fff;line-height:14px;text-align:center}
`;

/** `flow-root`: tables that are aligned to a side float, and would not count for the height that the frame gets. */
const READER = `html{background:transparent;color-scheme:light}
body{display:flow-root;margin:0;padding:20px;color:#14181f;font:15px/1.55 Inter,'Inter fallback',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere;overflow-x:auto;overflow-y:hidden}
img:not([src]){display:inline-block;background:rgb(0 0 0/6%);outline:1px dashed rgb(0 0 0/18%);outline-offset:-1px}
details[data-kontor-quote]{margin-top:12px}
details[data-kontor-quote]>summary{width:max-content;padding:2px 10px;border-radius:12px;background:rgb(0 0 0/7%);color:#4a5260;font-size:13px;cursor:pointer;list-style:none}
summary:focus-visible,a:focus-visible{outline:2px solid #1a4f94;outline-offset:1px}
`;

const PRINT = `@page{margin:18mm 16mm}
html{background:#fff;color-scheme:light}
body{margin:0;color:#000;font:10.5pt/1.5 Inter,'Inter fallback',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere}
img{break-inside:avoid}
img:not([src]),.printed-mail summary{display:none}
.printed-head{margin-bottom:14pt;padding-bottom:10pt;border-bottom:1pt solid #888}
.printed-head h1{margin:0 0 8pt;font-size:16pt;line-height:1.25;font-weight:650}
.printed-head dl{display:grid;grid-template-columns:max-content 1fr;gap:2pt 12pt;margin:0}
.printed-head dt{color:#555}
.printed-head dd{margin:0}
.printed-warning{margin:0 0 10pt;padding:6pt 8pt;border:1pt solid #b3261e;color:#8c1d18}
.printed-mail tr,.printed-mail blockquote{break-inside:auto}
`;

const page = (language: string, style: string): string =>
  ourPage(`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><style>
${COMMON}${style}</style></head><body></body></html>`);

/** The frame's page around a mail: colours that a mail expects, and room for what is too wide. */
export const readerPage = (language: string): string => page(language, READER);

/** The page around a mail that goes onto paper. */
export const printPage = (language: string): string => page(language, PRINT);

/** Elements that reach out before the policy is asked: browsers connect ahead to the host of a frame that they will not load. */
const REACHING_OUT = 'iframe, frame, frameset, fencedframe, portal, object, embed, link, meta, base';

/** Puts what may be shown into the page of a frame. `fragment` is in a document in which nothing is fetched, and is used up. */
export function fill(inside: Document, fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll(REACHING_OUT)) element.remove();
  inside.body.replaceChildren(inside.importNode(fragment, true));
}
