import {
  invitationCommands,
  mailQueries,
  previewQueries,
  type Invitation,
  type MailDetail,
} from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, type App } from '../../../testing/app.ts';
import { button, dialog, heading, link, rows } from '../../../testing/find.ts';
import { focused, press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { watchSavedFiles } from '../../../testing/saved-files.ts';
import { aFile, mailBody, openMail } from '../testing/open-mail.ts';

const MOUNTING: Invitation = {
  uid: 'montage',
  recurrence: '',
  sequence: 0,
  method: 'PUBLISH',
  title: 'Montage Werft 3',
  description: '',
  location: 'Halle 2',
  startDate: '2026-11-30T09:00:00.000Z',
  endDate: '2026-11-30T11:00:00.000Z',
  allDay: false,
  timeZone: 'Europe/Berlin',
  isZoneKnown: true,
  repeats: null,
  organiser: { address: 'paul.neumann@werft.example', name: 'Paul Neumann' },
  participants: [],
  me: null,
  answer: null,
  isOutdated: false,
  isCancelled: false,
  isOrganiserSender: true,
  isUninvited: false,
};
const bar = () => page.getByRole('toolbar').filter({ has: button('Weitere Aktionen') });
const more = () => button('Weitere Aktionen', bar());
const chooseMore = async (name: string | RegExp): Promise<void> => {
  await more().click();
  await page.getByRole('menuitem', { name }).click();
};
const words = (): string => mailBody()?.innerText ?? '';
const withWords = (text: string | null | undefined): string => (text ?? '').replaceAll(/[\u2068\u2069]/g, '');
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const aPicture = (): Response =>
  new Response(
    Uint8Array.from(atob(GIF), (letter) => letter.charCodeAt(0)),
    { headers: { 'Content-Type': 'image/gif' } },
  );

describe('a mail that is read', () => {
  const PRETENDING: Partial<MailDetail> = {
    warnings: [
      { code: 'NAME_OF_COLLEAGUE', value: 'Anna Berger', other: 'chef@n0rdwerk.example' },
      { code: 'LOOKALIKE_DOMAIN', value: 'n0rdwerk.example', other: 'nordwerk.example' },
      { code: 'REPLY_ELSEWHERE', value: 'konto@ganz-woanders.example', other: 'chef@n0rdwerk.example' },
    ],
  };

  test('and has a subject without end shows its beginning, and the rest when asked', async () => {
    const subject = `Anfang ${'Lieferung '.repeat(100)}Ende`;
    const app = await openMail({ subject });
    const title = page.getByRole('heading', { level: 1, name: /^Anfang/ });
    await expect.element(title).toBeVisible();
    expect(title.element().getBoundingClientRect().height).toBeLessThan(200);
    expect(title.element().textContent).not.toContain('Ende');
    await expectUsable(app);
    await button('Ganzer Betreff').click();
    await expect.poll(() => title.element().textContent).toContain('Ende');
    await button('Weniger').click();
    await expect.poll(() => title.element().textContent).not.toContain('Ende');
  });

  test('and pretends is marked in the list, and explained', async () => {
    const app = await openMail(PRETENDING, { row: { extras: { warned: true } } });
    const alert = page.getByRole('alert').filter({ hasText: 'Prüfen Sie, von wem diese E-Mail wirklich ist' });
    await expect.element(alert).toBeVisible();
    for (const sentence of [
      'Sie trägt den Namen Anna Berger aus Ihrem Haus',
      'n0rdwerk.example sieht aus wie nordwerk.example',
      'Antworten gehen nicht an chef@n0rdwerk.example, sondern an konto@ganz-woanders.example',
    ])
      expect(withWords(alert.element().textContent)).toContain(sentence);
    await expect.element(rows().first().getByLabelText('Auffälliger Absender')).toBeInTheDocument();
    await expectUsable(app);
  });

  test('and pretends fits a phone, in English and in the dark, with its header', async () => {
    const app = await openMail(PRETENDING, { size: PHONE, settings: { theme: 'dark', language: 'en' } });
    await expect.element(page.getByText('Check who this email is really from')).toBeVisible();
    await expectUsable(app);
    await button('More actions', page.getByRole('toolbar').filter({ has: button('More actions') })).click();
    await page.getByRole('menuitem', { name: 'Headers' }).click();
    await expect.element(dialog().getByRole('row', { name: /Lieferschein fehlt/ })).toBeVisible();
    await expectUsable(app);
  });

  test('shows its header and its source on demand, by keyboard', async () => {
    const app = await openMail();
    const saved = watchSavedFiles();
    app.server.answer(mailQueries.headers, { headers: [{ name: 'X-Weg', value: 'eins zwei' }], truncated: false });
    app.server.answer(mailQueries.source, () => new Response('Subject: Rechnung\r\n\r\nBitte heute noch überweisen'));
    (more().element() as HTMLElement).focus();
    await press('Enter');
    (page.getByRole('menuitem', { name: 'Kopfzeilen' }).element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(heading('Die E-Mail, wie sie ankam', dialog())).toBeVisible();
    await expect.element(dialog().getByRole('row', { name: 'X-Weg eins zwei' })).toBeVisible();
    await expectUsable(app);
    (dialog().getByRole('tab', { name: 'Kopfzeilen' }).element() as HTMLElement).focus();
    await press('ArrowRight');
    await expect.element(dialog().getByText('Bitte heute noch überweisen')).toBeVisible();
    await expectUsable(app);
    (button('Quelltext herunterladen', dialog()).element() as HTMLElement).focus();
    await press('Enter');
    await expect.poll(() => saved).toEqual(['mail.eml']);
    await press('Escape');
    await expect.element(dialog()).not.toBeInTheDocument();
    // The reader itself stays.
    await expect.element(heading('Rechnung')).toBeVisible();
  });

  test('says what opening a page to unsubscribe means, and leads there', async () => {
    const app = await openMail({ unsubscribe: { way: 'link', host: 'liste.example', state: null, at: null } });
    app.server.answer(invitationCommands.unsubscribe, { way: 'link', url: 'https://liste.example/raus?wer=7' });
    await button('Abmelden').click();
    await expect.element(heading('Von liste.example abmelden', dialog())).toBeVisible();
    await expect.element(dialog().getByText('Dort erfährt man, dass Sie diese E-Mail gelesen haben.')).toBeVisible();
    await expectUsable(app);
    await button('Weiter', dialog()).click();
    const there = link('Seite von liste.example öffnen', dialog());
    await expect.element(there).toHaveFocus();
    expect(there.element().getAttribute('href')).toBe('https://liste.example/raus?wer=7');
    expect(there.element().getAttribute('rel')).toBe('noopener noreferrer');
  });

  test('says in plain words where it is from', async () => {
    const app = await openMail({
      authentication: {
        verdict: 'failed',
        domain: 'werft.example',
        dkim: [],
        spf: { domain: 'werft.example', result: 'fail', by: null },
        arc: { result: 'none', sealers: [] },
        dmarc: { result: 'fail', policy: 'reject' },
        at: 1_795_219_200,
      },
    });
    await chooseMore('Woher ist diese E-Mail?');
    await expect.element(heading('Woher diese E-Mail ist', dialog())).toBeVisible();
    for (const sentence of [
      'werft.example sagt, diese E-Mail sei nicht von dort. Trauen Sie ihr nicht.',
      'Keine Domain hat diese E-Mail unterschrieben.',
      'Der Server, von dem sie kam, darf nicht für werft.example senden.',
    ])
      await expect.element(dialog().getByText(sentence)).toBeVisible();
    await expectUsable(app);
  });

  test('stays when the app gets another language', async () => {
    const app = await openMail({ readableContentHTML: '<p>Anbei die Unterlagen.</p>' });
    await expect.poll(words).toBe('Anbei die Unterlagen.');
    for (const language of ['en', 'de'] as const) {
      app.shell.settings.change({ language });
      await expect.poll(() => mailBody()?.parentElement?.lang).toBe(language);
      await expect.poll(words).toBe('Anbei die Unterlagen.');
    }
  });

  test('has all of its bar in sight on a phone, and the rest in its menu', async () => {
    const app = await openMail({}, { size: PHONE });
    await expectUsable(app);
    expect(more().element().getBoundingClientRect().right).toBeLessThanOrEqual(PHONE.width);
    await more().click();
    for (const name of ['Allen antworten', 'Weiterleiten', 'Drucken'])
      await expect.element(page.getByRole('menuitem', { name }).first()).toBeVisible();
  });
});

describe('the pictures of a mail', () => {
  const three = [0, 1, 2].map((n) => `<p>Bild ${n}<img alt="" data-kontor-external="${n}"></p>`).join('');
  const some = { readableContentHTML: three, externalImages: 3 } satisfies Partial<MailDetail>;
  const shown = (): number =>
    [...(mailBody()?.querySelectorAll('img') ?? [])].filter((image) => image.naturalWidth > 0).length;
  const answer = ({ server }: App): void => server.answer(mailQueries.externalImage, aPicture);

  test('come when they are asked for, and not before', async () => {
    const app = await openMail(some);
    answer(app);
    await expect.element(page.getByText(/^3.Bilder werden nicht geladen/)).toBeVisible();
    expect(app.server.queriesOf(mailQueries.externalImage)).toEqual([]);
    await button('Bilder laden').click();
    await expect.poll(shown).toBe(3);
    await expect
      .poll(() => app.server.queriesOf(mailQueries.externalImage).map(({ imageId }) => imageId))
      .toEqual([0, 1, 2]);
    await expectUsable(app);
  });

  test('come by themselves from a sender that is remembered, and no more once it is forgotten', async () => {
    const app = await openMail(some);
    answer(app);
    await button('Immer von diesem Absender').click();
    await expect
      .element(page.getByText('Bilder von paul.neumann@werft.example werden ohne Nachfrage geladen.'))
      .toBeVisible();
    await expect.poll(shown).toBe(3);
    await app.reload();
    await expect.poll(shown).toBe(3);
    await button('Künftig wieder fragen').click();
    await app.reload();
    await expect.element(button('Bilder laden')).toBeVisible();
    expect(shown()).toBe(0);
  });

  test('that cannot be had are said to be so', async () => {
    const { server } = await openMail(some);
    server.refuse(mailQueries.externalImage, 'IMAGE_NOT_AVAILABLE');
    await button('Bilder laden').click();
    await expect.element(page.getByText(/^3.Bilder waren nicht zu laden\.$/)).toBeVisible();
  });
});

describe('a mail on paper', () => {
  interface Sheet {
    readonly sandbox: string | null;
    readonly html: string;
  }
  /** Nobody has a printer here: what would be printed is kept. */
  function watchPrinter(): readonly Sheet[] {
    const sheets: Sheet[] = [];
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(added instanceof HTMLIFrameElement)) continue;
        added.addEventListener('load', () => {
          const inside = added.contentWindow;
          if (inside === null) return;
          inside.print = () => {
            sheets.push({ sandbox: added.getAttribute('sandbox'), html: inside.document.documentElement.outerHTML });
            added.remove();
          };
        });
      }
    }).observe(document.body, { childList: true });
    return sheets;
  }

  test.each(['Ctrl+P in the mail', 'its menu'])('has all of it and nothing to press, by %s', async (how) => {
    const person = (receiver: string, receiverRealName: string) => ({ receiver, receiverRealName, state: '' as const });
    const app = await openMail(
      {
        receiverAddressesTo: [person('info@nordwerk.example', 'Info'), person('einkauf@nordwerk.example', 'Einkauf')],
        readableContentHTML:
          '<p>Guten Tag,</p><table border="1"><tr><td>Ventil<td>12</table><img alt="" data-kontor-inline="9"><p>Ende.</p><details data-kontor-quote><blockquote>Was ich damals schrieb.</blockquote></details>',
        mailModelAttachments: [aFile('1', 'Angebot 7.pdf', 'pdf'), aFile('2', 'Plan.pdf', 'pdf')],
      },
      { server: (server) => server.answer(mailQueries.attachmentContent, aPicture) },
    );
    await expect.poll(words).toContain('Guten Tag');
    const sheets = watchPrinter();
    if (how === 'its menu') await chooseMore(/Drucken/);
    else
      mailBody()?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, bubbles: true, cancelable: true }),
      );
    await expect.poll(() => sheets).toHaveLength(1);
    const [sheet] = sheets;
    expect(sheet?.sandbox).toBe('allow-same-origin allow-modals');
    const paper = document.body.appendChild(document.createElement('iframe'));
    paper.width = '794';
    paper.srcdoc = sheet?.html ?? '';
    await new Promise((resolve) => {
      paper.addEventListener('load', resolve);
    });
    const onPaper = paper.contentDocument?.body;
    const text = onPaper?.innerText ?? '';
    for (const part of [
      'Rechnung',
      'Paul Neumann <paul.neumann@werft.example>',
      'Info <info@nordwerk.example>, Einkauf <einkauf@nordwerk.example>',
      'Ventil',
      'Ende.',
      'Was ich damals schrieb.',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/Angebot 7\.pdf \(8\sB\), Plan\.pdf \(8\sB\)/);
    expect(text).not.toContain('Zitierten Text');
    expect(onPaper?.querySelector('img')?.naturalWidth).toBe(1);
    expect(getComputedStyle(onPaper?.parentElement as Element).backgroundColor).toBe('rgb(255, 255, 255)');
    paper.remove();
    await expect.poll(() => app.server.queriesOf(mailQueries.attachmentContent).length).toBeGreaterThan(0);
  });
});

describe('the files of a mail', () => {
  const files = [
    aFile('1', 'Foto.png', 'image'),
    aFile('2', 'Liste.txt', 'text'),
    aFile('3', 'Termin.ics', 'calendar'),
    aFile('4', 'Paul.vcf', 'contact'),
    aFile('5', 'Weiter.eml', 'mail'),
    aFile('6', 'Ton.mp3', 'audio'),
  ];
  const open = async () => {
    const canvas = new OffscreenCanvas(60, 20);
    canvas.getContext('2d')?.fillRect(0, 0, 60, 20);
    const photo = await canvas.convertToBlob();
    return openMail(
      { mailModelAttachments: files },
      {
        server: (server) => {
          server.answer(previewQueries.attachmentPreview, ({ storageKey }) =>
            storageKey === '1'
              ? new Response(photo)
              : new Response('Schraube;12', { headers: { 'Content-Type': 'text/plain' } }),
          );
        },
      },
    );
  };
  const chip = (name: string) =>
    page.elementLocator(
      [...document.querySelectorAll('.attachment')].find(({ textContent }) => textContent.includes(name)) as Element,
    );

  test('are looked at by keyboard, one after the other, and the focus comes back to the one that was left', async () => {
    const app = await open();
    expect(document.querySelectorAll('.attachment')).toHaveLength(6);
    (chip('Foto.png').element() as HTMLElement).focus();
    await press('Space');
    const photo = dialog().getByRole('img', { name: 'Foto.png' });
    await expect.element(photo).toBeVisible();
    await expect.poll(() => (photo.element() as HTMLImageElement).naturalWidth).toBe(60);
    const upright = photo.element().getBoundingClientRect();
    expect(upright.width).toBeGreaterThan(upright.height);
    await button('Drehen', dialog()).click();
    await expect
      .poll(() => {
        const { width, height } = photo.element().getBoundingClientRect();
        return height > width;
      })
      .toBe(true);
    await expectUsable(app);
    await press('ArrowRight');
    await expect.element(dialog().getByText('Schraube;12')).toBeVisible();
    await expectUsable(app);
    await press('ArrowLeft', 'ArrowRight', 'Escape');
    await expect.poll(focused).toContain('Liste.txt');
  });

  test.each([
    ['Termin.ics', 'Montage Werft 3'],
    ['Paul.vcf', '+49 40 555 0101'],
  ])('%s is shown', async (name, said) => {
    const app = await open();
    app.server.answer(previewQueries.attachedEvents, [MOUNTING]);
    await chip(name).click();
    await expect.element(dialog().getByText(said).first()).toBeVisible();
    await expectUsable(app);
  });

  test('a mail in the mail is read', async () => {
    const app = await open();
    const { result } = previewQueries.attachedMail.example;
    app.server.answer(previewQueries.attachedMail, { ...result, readableContentHTML: '<p>Im Inneren.</p>' });
    await chip('Weiter.eml').click();
    await expect
      .poll(
        () => document.querySelector<HTMLIFrameElement>('dialog .mail-sheet iframe')?.contentDocument?.body.innerText,
      )
      .toBe('Im Inneren.');
    await expectUsable(app);
  });

  test('what cannot be shown says so, and offers the download', async () => {
    const app = await open();
    const saved = watchSavedFiles();
    const refusal = { type: 'about:blank', title: 'no', status: 422, code: 'PREVIEW_NOT_AVAILABLE', detail: 'kind' };
    app.server.answer(previewQueries.attachmentPreview, () => Response.json(refusal, { status: 422 }));
    app.server.answer(mailQueries.attachmentContent, () => new Response('Ton'));
    await chip('Ton.mp3').click();
    await expect.element(dialog().getByText('Für diese Art von Datei gibt es keine Vorschau')).toBeVisible();
    await expectUsable(app);
    await button('Herunterladen', dialog().getByRole('alert')).click();
    await expect.poll(() => saved).toEqual(['Ton.mp3']);
  });

  test('are had in one archive', async () => {
    const app = await open();
    const saved = watchSavedFiles();
    app.server.answer(previewQueries.attachmentsArchive, () => new Response('PK'));
    await button('Alle als ZIP').click();
    await expect.poll(() => saved).toEqual(['Anhänge.zip']);
  });
});
