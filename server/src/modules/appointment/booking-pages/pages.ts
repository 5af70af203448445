import { html, lines, type Html, type PageLanguage } from '../../../platform/pages/index.ts';
import type { About } from './about.ts';
import type { GuestField, Typed } from './guest.ts';
import type { OpenPage } from './searching.ts';
import { dayOf, type FreeSlot } from './slots.ts';
import { bookingTexts, momentsIn, type BookingTexts } from './texts.ts';

/** What the page of a calendar shows. */
export interface Shown {
  readonly language: PageLanguage;
  /** Address of the page without parameters. */
  readonly path: string;
  readonly page: OpenPage;
  readonly minutes: number;
  readonly slots: readonly FreeSlot[];
  /** The day that was chosen, if any; the first free one where it is not. */
  readonly day: string | undefined;
  readonly typed: Typed & { readonly slot: string };
  readonly wrong: readonly GuestField[];
  /** Why the form came back. */
  readonly problem: string | undefined;
}

const NOTHING_TYPED = { name: '', address: '', words: '', slot: '' } as const;
export const UNTOUCHED: Pick<Shown, 'typed' | 'wrong' | 'problem'> = {
  typed: NOTHING_TYPED,
  wrong: [],
  problem: undefined,
};

/** The address of the page for a choice. */
export const addressFor = (
  path: string,
  given: { readonly lang: string; readonly minutes?: number | undefined; readonly day?: string | undefined },
): string => {
  const query = new URLSearchParams({ lang: given.lang });
  if (given.minutes !== undefined) query.set('minutes', String(given.minutes));
  if (given.day !== undefined) query.set('day', given.day);
  return `${path}?${query.toString()}`;
};

const chip = (href: string, text: string, isCurrent: boolean): Html =>
  isCurrent
    ? html`<li><a class="chip" href="${href}" aria-current="true">${text}</a></li>`
    : html`<li><a class="chip" href="${href}">${text}</a></li>`;

function durationsPart({ language, path, page, minutes, day }: Shown, t: BookingTexts): Html | false {
  const { durations } = page.row;
  if (durations.length < 2) return false;
  return html`<h2 id="d">${t.duration}</h2>
    <ul class="row" aria-labelledby="d">
      ${durations.map((one) =>
        chip(addressFor(path, { lang: language, minutes: one, day }), t.minutes(one), one === minutes),
      )}
    </ul>`;
}

const WRONG = { name: 'nameMissing', address: 'addressWrong', words: 'wordsWrong', slot: 'slotMissing' } as const;

/** Attributes of a field, and what is wrong with it. */
function faultOf(field: GuestField, { wrong }: Shown, t: BookingTexts) {
  if (!wrong.includes(field)) return { marks: html``, said: false as const };
  return {
    marks: html` aria-invalid="true" aria-describedby="e-${field}"`,
    said: html`<span class="problem" id="e-${field}">${t[WRONG[field]]}</span>`,
  };
}

function formPart(shown: Shown, day: string, slots: readonly FreeSlot[], t: BookingTexts): Html {
  const { language, path, page, minutes, typed } = shown;
  const { clock } = momentsIn(language, page.zone);
  const [name, address, words, slot] = (['name', 'address', 'words', 'slot'] as const).map((field) =>
    faultOf(field, shown, t),
  );
  const times = slots.map(({ start }) => {
    const value = new Date(start).toISOString();
    return html`<label class="chip"
      ><input
        type="radio"
        name="slot"
        value="${value}"
        required${value === typed.slot ? html` checked` : ''}
      />${clock(start)}</label
    >`;
  });
  return html`<form method="post" action="${path}">
    <input type="hidden" name="lang" value="${language}" /><input
      type="hidden"
      name="minutes"
      value="${minutes}"
    /><input type="hidden" name="day" value="${day}" />
    <fieldset>
      <legend>${t.time}</legend>
      ${slot?.said}
      <div class="row">${times}</div>
    </fieldset>
    <p class="quiet">${t.zone(page.zone)}</p>
    <label class="field"
      ><span>${t.name}</span
      ><input
        type="text"
        name="name"
        autocomplete="name"
        maxlength="100"
        required
        value="${typed.name}"
        ${name?.marks}
      />${name?.said}</label
    >
    <label class="field"
      ><span>${t.address}</span
      ><input
        type="email"
        name="address"
        autocomplete="email"
        maxlength="254"
        required
        value="${typed.address}"
        ${address?.marks}
      />${address?.said}</label
    >
    <label class="field"
      ><span>${t.words}</span
      ><textarea name="words" rows="3" maxlength="1000" ${words?.marks}>${typed.words}</textarea>${words?.said}</label
    >
    <label class="trap" aria-hidden="true"
      >${t.trap}<input type="text" name="website" tabindex="-1" autocomplete="off"
    /></label>
    <button type="submit">${t.book}</button>
  </form>`;
}

/** The page of a calendar: what it is about, its free days, the times of one of them, and the form. */
export function calendarPage(shown: Shown): Html {
  const { language, path, page, minutes, slots, day: chosen, problem } = shown;
  const t = bookingTexts[language];
  const byDay = Map.groupBy(slots, ({ start }) => dayOf(start, page.zone));
  const [first] = byDay.keys();
  const day = chosen ?? first;
  const own = day === undefined ? [] : (byDay.get(day) ?? []);
  const { shortDay } = momentsIn(language, page.zone);
  const days = [...byDay].map(([one, [slot]]) =>
    chip(addressFor(path, { lang: language, minutes, day: one }), shortDay(slot?.start ?? 0), one === day),
  );
  const { title, description, location } = page.row;
  return html`<h1>${title}</h1>
    ${description === '' ? '' : html`<p>${lines(description)}</p>`}${
      location === '' ? '' : html`<p class="quiet">${t.where}: ${location}</p>`
    }${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}${durationsPart(shown, t)}${
      days.length === 0
        ? html`<p>${t.none}</p>`
        : html`<h2 id="t">${t.day}</h2>
            <ul class="row" aria-labelledby="t">
              ${days}
            </ul>`
    }${own.length > 0 && day !== undefined ? formPart(shown, day, own, t) : days.length > 0 && html`<p>${t.noneThatDay}</p>`}`;
}

/** A page that says one thing. */
export const sentence = (title: string, text: string): Html =>
  html`<h1>${title}</h1>
    <p>${text}</p>`;

/** What a booking is. */
function facts(about: About): Html {
  const t = bookingTexts[about.language];
  const when = momentsIn(about.language, about.zone).span(about.start, about.end);
  return html`<dl>
    <dt>${t.what}</dt>
    <dd>${about.title}</dd>
    <dt>${t.when}</dt>
    <dd>${when}</dd>
    ${
      about.location === ''
        ? ''
        : html`<dt>${t.where}</dt>
            <dd>${about.location}</dd>`
    }
  </dl>`;
}

/** A page of a link: what the booking is, and a button, or what there is to say. */
export const bookingPage = (
  title: string,
  about: About,
  then:
    | { readonly button: string; readonly action: string; readonly isDangerous?: boolean }
    | { readonly text: string },
): Html =>
  html`<h1>${title}</h1>
    ${facts(about)}${
      'text' in then
        ? html`<p>${then.text}</p>`
        : html`<form method="post" action="${then.action}">
            <input type="hidden" name="lang" value="${about.language}" /><button
              type="submit"
              ${then.isDangerous === true ? html` class="danger"` : ''}
            >
              ${then.button}
            </button>
          </form>`
    }`;
