import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';
import { STYLE } from './style.ts';

/** Languages that pages are in. */
export type PageLanguage = 'de' | 'en';

/** In one piece: what stands between its tags is what the hash is of. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const HEADERS = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
} as const;

const query = (request: FastifyRequest): Readonly<Record<string, unknown>> =>
  request.query as Readonly<Record<string, unknown>>;

/** The language of a page: what its switch says, else the first of ours that the browser asks for. */
export function pageLanguage(request: FastifyRequest, chosen: unknown = query(request)['lang']): PageLanguage {
  if (chosen === 'de' || chosen === 'en') return chosen;
  const wanted = (request.headers['accept-language'] ?? '').split(',').map((entry, index) => {
    const [name = '', ...more] = entry.trim().toLowerCase().split(';');
    const weight = Number(/^\s*q=([\d.]+)/.exec(more.join(';'))?.[1] ?? 1);
    return { language: name.split('-')[0], weight, index };
  });
  const ours = wanted.filter(({ language, weight }) => (language === 'de' || language === 'en') && weight > 0);
  const [best] = ours.toSorted((one, other) => other.weight - one.weight || one.index - other.index);
  return best?.language === 'en' ? 'en' : 'de';
}

/** A page of ours that needs no script. */
export interface Page {
  readonly language: PageLanguage;
  readonly title: string;
  /** Whose page it is. */
  readonly from: string;
  /** Where the same page stands in the other language; left out where it was sent by a form. */
  readonly otherLanguage?: string;
  readonly body: Html;
}

const OTHER = { de: ['en', 'English'], en: ['de', 'Deutsch'] } as const;

/** Sends a page. No script runs on it, nothing of it is kept or found by search, and no address of it is told to others. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const { language, title, from, otherLanguage, body } = page;
  const [code, name] = OTHER[language];
  const text = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <div class="top">
            <span>${from}</span>${
              otherLanguage === undefined
                ? ''
                : html`<a href="${otherLanguage}" hreflang="${code}" lang="${code}">${name}</a>`
            }
          </div>
          <div class="sheet">${body}</div>
        </main>
      </body>
    </html>`.text;
  return reply.status(status).headers(HEADERS).type('text/html; charset=utf-8').send(text);
}
