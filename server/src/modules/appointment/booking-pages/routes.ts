import type { FastifyInstance, FastifyReply } from 'fastify';
import { aboutOf } from './about.ts';
import { HOLD_MS, cancelBooking, confirmBooking, holdTime, standingOfHold, type Standing } from './booking.ts';
import { readGuest } from './guest.ts';
import { UNTOUCHED, addressFor, bookingPage, calendarPage, sentence, type Shown } from './pages.ts';
import type { BookingParts } from './parts.ts';
import { freeTimes, openPage, type OpenPage } from './searching.ts';
import { findHold, type HoldRow } from './store/holds.ts';
import { findPageBySlug } from './store/pages.ts';
import { bookingTexts, momentsIn } from './texts.ts';
import { hashToken } from '../guest-tokens.ts';
import {
  contextOf,
  paramOf,
  pathOf,
  queryOf,
  say,
  sayNotFound,
  visitRoutes,
  type Visit,
  type VisitParts,
} from './visits.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

export type BookingRouteParts = BookingParts & VisitParts;

/** The pages on which guests book: readable and usable without script. What is read by GET changes nothing. */
export function bookingRoutes(http: FastifyInstance, parts: BookingRouteParts): void {
  visitRoutes(http, parts, (route) => {
    route('get', '/book/:instance/:slug', 'bookingView', (visit) => showCalendar(parts, visit));
    route('post', '/book/:instance/:slug', 'booking', (visit) => takeForm(parts, visit));
    route('get', '/book/:instance/confirm/:token', 'bookingView', (visit) => showLink(parts, visit, 'confirm'));
    route('post', '/book/:instance/confirm/:token', 'booking', (visit) => confirm(parts, visit));
    route('get', '/book/:instance/cancel/:token', 'bookingView', (visit) => showLink(parts, visit, 'cancel'));
    route('post', '/book/:instance/cancel/:token', 'booking', (visit) => cancel(parts, visit));
  });
}

/** The page of a request, as it is open; undefined where it is not. */
async function pageOf(parts: BookingRouteParts, { request, instance }: Visit): Promise<OpenPage | undefined> {
  const ctx = contextOf(parts, instance);
  return openPage(ctx, parts, await findPageBySlug(ctx.db, instance.id, paramOf(request, 'slug')));
}

/** One of the durations of a page: that which was chosen, or the first. */
const minutesOf = ({ row }: OpenPage, given: string | undefined): number =>
  row.durations.find((one) => String(one) === given) ?? row.durations[0] ?? 0;

async function sayCalendar(
  parts: BookingRouteParts,
  visit: Visit,
  page: OpenPage,
  given: Pick<Shown, 'minutes' | 'day' | 'typed' | 'wrong' | 'problem'> & { readonly status: number },
): Promise<FastifyReply> {
  const { request, instance, language } = visit;
  const { status, ...choice } = given;
  const path = pathOf(request);
  const slots = await freeTimes(contextOf(parts, instance), parts, page, { minutes: given.minutes });
  const body = calendarPage({ ...choice, language, path, page, slots });
  const other = addressFor(path, { lang: language === 'de' ? 'en' : 'de', minutes: given.minutes, day: given.day });
  return say(visit, status, page.row.title, body, other);
}

const dayGiven = (given: string | undefined): string | undefined =>
  given !== undefined && DAY.test(given) ? given : undefined;

async function showCalendar(parts: BookingRouteParts, visit: Visit): Promise<FastifyReply> {
  const page = await pageOf(parts, visit);
  if (page === undefined) return sayNotFound(visit);
  const t = bookingTexts[visit.language];
  if (!parts.mailer.isOn) return say(visit, 503, page.row.title, sentence(page.row.title, t.noMail));
  const query = queryOf(visit.request);
  const minutes = minutesOf(page, query['minutes']);
  return sayCalendar(parts, visit, page, { ...UNTOUCHED, status: 200, minutes, day: dayGiven(query['day']) });
}

/** Takes what a guest has chosen: holds the time, and has the link mailed that confirms it. */
async function takeForm(parts: BookingRouteParts, visit: Visit): Promise<FastifyReply> {
  const { instance, language, form } = visit;
  const page = await pageOf(parts, visit);
  if (page === undefined) return sayNotFound(visit);
  const t = bookingTexts[language];
  if (!parts.mailer.isOn) return say(visit, 503, page.row.title, sentence(page.row.title, t.noMail));
  const { clock } = momentsIn(language, page.zone);
  const { guest, wrong } = readGuest(form);
  const minutes = minutesOf(page, form['minutes']);
  const { name = '', address = '', words = '', slot = '' } = form;
  const again = (status: number, problem: string | undefined) =>
    sayCalendar(parts, visit, page, {
      status,
      minutes,
      day: dayGiven(form['day']),
      typed: { name: name.slice(0, 200), address: address.slice(0, 300), words: words.slice(0, 2000), slot },
      wrong,
      problem,
    });
  if (guest === undefined) return again(422, undefined);
  // People do not see this field; what fills it in is told the same as they are.
  const held =
    (form['website'] ?? '') === ''
      ? await parts.change(instance, (ctx) => holdTime(ctx, parts, page, { ...guest, minutes, language }))
      : ({ kind: 'held', until: parts.platform.now() + HOLD_MS } as const);
  if (held.kind === 'taken') return again(409, t.gone);
  if (held.kind === 'tooMany') return again(429, t.tooManyHolds);
  return say(visit, 200, t.sentTitle, sentence(t.sentTitle, t.sent(guest.address, clock(held.until))));
}

/** What the page of a link says where there is nothing to be pressed. */
const SAID = {
  booked: ['bookedTitle', 'booked', 200],
  cancelled: ['cancelledTitle', 'cancelled', 200],
  expired: ['expiredTitle', 'expired', 410],
  taken: ['expiredTitle', 'gone', 409],
  over: ['cancelTitle', 'over', 409],
} as const;

async function sayStanding(
  parts: BookingRouteParts,
  visit: Visit,
  hold: HoldRow,
  standing: keyof typeof SAID,
): Promise<FastifyReply> {
  const t = bookingTexts[visit.language];
  const [title, text, status] = SAID[standing];
  const about = await aboutOf(contextOf(parts, visit.instance), hold, visit.language);
  if (about === undefined) return sayNotFound(visit);
  return say(visit, status, t[title], bookingPage(t[title], about, { text: t[text] }));
}

/** The page of a link, with the button that does what it is for. */
async function showLink(parts: BookingRouteParts, visit: Visit, kind: 'confirm' | 'cancel'): Promise<FastifyReply> {
  const { request, instance, language } = visit;
  const ctx = contextOf(parts, instance);
  const hold = await findHold(ctx.db, instance.id, kind, hashToken(paramOf(request, 'token')));
  if (hold === undefined) return sayNotFound(visit);
  const standing = await standingOfHold(ctx, hold);
  const wanted: Standing = kind === 'confirm' ? 'held' : 'booked';
  if (standing !== wanted) return sayStanding(parts, visit, hold, standing === 'held' ? 'expired' : standing);
  const about = await aboutOf(ctx, hold, language);
  if (about === undefined) return sayNotFound(visit);
  const t = bookingTexts[language];
  const path = pathOf(request);
  const title = kind === 'confirm' ? t.confirmTitle : t.cancelTitle;
  const button = kind === 'confirm' ? t.confirm : t.cancel;
  const body = bookingPage(title, about, { button, action: path, isDangerous: kind === 'cancel' });
  return say(visit, 200, title, body, addressFor(path, { lang: language === 'de' ? 'en' : 'de' }));
}

async function confirm(parts: BookingRouteParts, visit: Visit): Promise<FastifyReply> {
  const token = paramOf(visit.request, 'token');
  const done = await parts.change(visit.instance, (ctx) => confirmBooking(ctx, parts, token));
  if (done === undefined) return sayNotFound(visit);
  return sayStanding(parts, visit, done.hold, done.standing === 'held' ? 'expired' : done.standing);
}

async function cancel(parts: BookingRouteParts, visit: Visit): Promise<FastifyReply> {
  const token = paramOf(visit.request, 'token');
  const done = await parts.change(visit.instance, (ctx) => cancelBooking(ctx, token));
  if (done === undefined) return sayNotFound(visit);
  return sayStanding(parts, visit, done.hold, done.standing === 'held' ? 'expired' : done.standing);
}
