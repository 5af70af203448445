import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  addressFor,
  contextOf,
  paramOf,
  pathOf,
  say,
  sentence,
  visitRoutes,
  type Visit,
  type VisitParts,
} from '../booking-pages/index.ts';
import type { KindParts } from '../parts.ts';
import { answerByLink, guestOf, type Guest } from './answering.ts';
import { ANSWERS, answerPage, thanksPage, type AnswerForm } from './pages.ts';
import { answerTexts } from './texts.ts';

const MAX_COMMENT = 2000;

type Parts = KindParts & VisitParts;

/** The pages on which those outside answer to invitations without a calendar: usable without script. What is read by GET changes nothing, since programs follow links of mails. */
export function answerRoutes(http: FastifyInstance, parts: Parts): void {
  visitRoutes(http, parts, (route) => {
    route('get', '/book/:instance/answer/:token', 'bookingView', (visit) => show(parts, visit));
    route('post', '/book/:instance/answer/:token', 'booking', (visit) => take(parts, visit));
  });
}

/** One and the same for what never was and what is over. */
function sayGone(visit: Visit): FastifyReply {
  const t = answerTexts[visit.language];
  return say(visit, 404, t.gone, sentence(t.gone, t.goneHint));
}

function sayForm(
  visit: Visit,
  guest: Guest,
  { status, ...form }: Omit<AnswerForm, 'path' | 'language'> & { readonly status: number },
): FastifyReply {
  const { request, language } = visit;
  const path = pathOf(request);
  const other = addressFor(path, { lang: language === 'de' ? 'en' : 'de' });
  return say(visit, status, answerTexts[language].title, answerPage(guest, { ...form, path, language }), other);
}

const guestAt = (parts: Parts, { request, instance }: Visit): Promise<Guest | undefined> =>
  guestOf(contextOf(parts, instance), paramOf(request, 'token'), parts.platform.now());

async function show(parts: Parts, visit: Visit): Promise<FastifyReply> {
  const guest = await guestAt(parts, visit);
  if (guest === undefined) return sayGone(visit);
  const { state, comment } = guest.person;
  return sayForm(visit, guest, { status: 200, answer: state, comment, problem: undefined });
}

async function take(parts: Parts, visit: Visit): Promise<FastifyReply> {
  const { request, instance, language, form } = visit;
  const t = answerTexts[language];
  const { answer = '', sequence = '' } = form;
  const comment = (form['comment'] ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
  const again = async (status: number, problem: string): Promise<FastifyReply> => {
    const guest = await guestAt(parts, visit);
    const typed = { answer, comment: comment.slice(0, MAX_COMMENT * 2) };
    return guest === undefined ? sayGone(visit) : sayForm(visit, guest, { status, ...typed, problem });
  };
  const state = ANSWERS.find((one) => one === answer);
  if (state === undefined) return again(422, t.missing);
  if (comment.length > MAX_COMMENT) return again(422, t.tooLong);
  const said = { state, comment: comment.toWellFormed(), sequence: Number(sequence || Number.NaN) };
  const done = await parts.change(instance, (ctx) => answerByLink(ctx, parts, paramOf(request, 'token'), said));
  if (done === undefined) return sayGone(visit);
  if (done === 'changed') return again(409, t.changed);
  const path = pathOf(request);
  return say(visit, 200, t.thanks, thanksPage(done, language, addressFor(path, { lang: language })));
}
