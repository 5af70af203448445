import { html, type Html, type PageLanguage } from '../../../platform/pages/index.ts';
import { whenOf } from '../inviting/letter.ts';
import { slotOf } from '../rules.ts';
import type { Guest } from './answering.ts';
import { answerTexts } from './texts.ts';

export const ANSWERS = ['accepted', 'tentative', 'declined'] as const;

const fact = (label: string, value: string | Html): Html | '' =>
  value === ''
    ? ''
    : html`<dt>${label}</dt>
        <dd>${value}</dd>`;

/** What an appointment is, as its invitation says it. */
function facts({ row, organiser, zone }: Guest, language: PageLanguage): Html {
  const t = answerTexts[language];
  const when = `${whenOf(slotOf(row), language, zone)}${row.rule === null ? '' : `, ${t.series}`}`;
  return html`<h1>${row.title.trim() || t.untitled}</h1>
    <dl>
      ${fact(t.from, organiser)}${fact(t.when, when)}${fact(t.where, row.location)}${fact(
        t.meeting,
        row.meeting_url === '' ? '' : html`<a href="${row.meeting_url}" rel="noreferrer">${row.meeting_url}</a>`,
      )}
    </dl>`;
}

/** What is shown of a form. */
export interface AnswerForm {
  /** Where the form is sent. */
  readonly path: string;
  readonly language: PageLanguage;
  readonly comment: string;
  /** What is chosen; empty for nothing. */
  readonly answer: string;
  /** What is wrong; undefined for nothing. */
  readonly problem: string | undefined;
}

/** The page of a link: what the appointment is, and a form with the three answers. */
export function answerPage(guest: Guest, { path, language, comment, answer, problem }: AnswerForm): Html {
  const t = answerTexts[language];
  const { row, person } = guest;
  return html`${facts(guest, language)}${
      person.state === 'none' ? '' : html`<p class="quiet">${t.said[person.state]}</p>`
    }${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
    <form method="post" action="${path}">
      <input type="hidden" name="lang" value="${language}" />
      <input type="hidden" name="sequence" value="${row.sequence}" />
      <fieldset>
        <legend>${t.question}</legend>
        <div class="row">
          ${ANSWERS.map(
            (one) =>
              html`<label class="chip"
                ><input type="radio" name="answer" value="${one}" required ${one === answer ? html` checked` : ''} />${
                  t.answers[one]
                }</label
              >`,
          )}
        </div>
      </fieldset>
      <label class="field"
        ><span>${t.comment}</span><textarea name="comment" rows="3" maxlength="2000">${comment}</textarea>
      </label>
      <button type="submit">${t.send}</button>
    </form>`;
}

/** What is said once an answer was taken, with the way to change it. */
export function thanksPage(guest: Guest, language: PageLanguage, again: string): Html {
  const t = answerTexts[language];
  const { state } = guest.person;
  return html`<h1>${t.thanks}</h1>
    <p>${state === 'none' ? '' : t.said[state]}</p>
    ${facts(guest, language)}
    <p><a href="${again}">${t.again}</a></p>`;
}
