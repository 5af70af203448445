import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { phoneParts } from '../../shell/numbers/phone-parts.ts';
import { UPLOAD, field, openNote } from '../testing/note.tsx';
import { focused, press, type } from '../../testing/keys.ts';

const line = (text: string): string => `<p style="margin:0 0 10px">${text}</p>`;
const active = () => field.element().getAttribute('aria-activedescendant');
/** Puts the caret at the end of what is there. */
async function atEnd(): Promise<void> {
  await field.click();
  await press('Control+End');
}
function give(kind: 'copy' | 'paste', data: DataTransfer): DataTransfer {
  field.element().dispatchEvent(new ClipboardEvent(kind, { clipboardData: data, bubbles: true, cancelable: true }));
  return data;
}

describe('a note, by keys alone', () => {
  test('has check-lists', async () => {
    const note = await openNote('');
    await field.click();
    await type('[ ] Milch');
    await press('Enter');
    await type('Brot');
    await press('Tab', 'Control+Shift+Enter');
    const item = (isChecked: boolean, text: string): string =>
      `<li data-type="taskItem" data-checked="${isChecked}">${text}</li>`;
    const list = (items: string): string => `<ul data-type="taskList">${items}</ul>`;
    const shown = () => note.html().replace(/<p.*/, '');
    await expect.poll(shown).toBe(list(item(false, `Milch${list(item(true, 'Brot'))}`)));
    await page.getByRole('checkbox', { name: 'Erledigt: Milch' }).click();
    await expect.poll(shown).toBe(list(item(true, `Milch${list(item(true, 'Brot'))}`)));
  });

  test('mentions people', async () => {
    const note = await openNote('');
    await field.click();
    await type('Bitte @be');
    const list = page.getByRole('listbox', { name: 'Person erwähnen' });
    await expect.element(list).toBeVisible();
    const names = list
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);
    expect(names).toEqual(['Anna Berger', 'Ben Arndt', 'Berta Cohn']);
    await press('ArrowDown');
    expect(active()).toBe(list.element().querySelector('[aria-selected=true]')?.id);
    await press('Enter');
    await type('anrufen');
    await expect.poll(note.html).toContain('Bitte\u00a0<span data-mention="2">@Ben Arndt</span>\u00a0anrufen');
  });

  test('names records, and opens them', async () => {
    const note = await openNote('');
    await field.click();
    await type('Zu #we');
    const list = page.getByRole('listbox', { name: 'Datensätze' });
    await expect.element(list).toBeVisible();
    expect(active()).toBe(list.element().querySelector('[aria-selected=true]')?.id);
    await press('Tab');
    await expect.element(list).not.toBeInTheDocument();
    await type('fahren');
    await expect.poll(note.html).toContain('Zu\u00a0<span data-record="1-7">#Werft</span>\u00a0fahren');
    const written = note.html();
    await press(...Array.from(' fahren', () => 'ArrowLeft'), 'ArrowLeft', 'Enter');
    expect(note.opened).toEqual(['1-7']);
    expect(note.html()).toBe(written);
    await page.getByText('#Werft').click();
    expect(note.opened).toEqual(['1-7', '1-7']);
  });

  test('has templates put in, without their pictures', async () => {
    const note = await openNote('', {
      templates: {
        list: () =>
          Promise.resolve([
            { key: '7', name: 'Lieferzeit', more: 'Wann es kommt' },
            { key: '8', name: 'Dank', more: '' },
          ]),
        read: (_client, key) =>
          Promise.resolve(`<p>Vorlage ${key}<img src="data:image/gif;base64,R0lG"></p><p>Gruß</p>`),
      },
    });
    await field.click();
    await type('!zeit');
    const list = page.getByRole('listbox', { name: 'Vorlagen' });
    await expect.element(list.getByRole('option')).toHaveTextContent('LieferzeitWann es kommt');
    await press('Enter');
    await expect.poll(note.text).toBe('Vorlage 7\n\nGruß');
    await type('. Oh !');
    await expect.element(list).toBeVisible();
    await press('Enter');
    await type('weiter');
    await expect.poll(note.text).toBe('Vorlage 7\n\nGruß. Oh !\n\nweiter');
  });

  test('says that a template cannot be had', async () => {
    const note = await openNote('', {
      templates: {
        list: () => Promise.resolve([{ key: '7', name: 'Lieferzeit', more: '' }]),
        read: () => Promise.reject(new Error('no network')),
      },
    });
    await field.click();
    await type('!l');
    await expect.element(page.getByRole('listbox', { name: 'Vorlagen' })).toBeVisible();
    await press('Enter');
    await expect.poll(() => note.said).toEqual(['Die Vorlage „Lieferzeit“ konnte nicht geladen werden.']);
  });

  test.each([
    ['a heading', '# Werft', '<h1>Werft</h1>'],
    ['a smaller heading', '## Hafen', '<h2>Hafen</h2>'],
    ['a sign within a word', 'C# und a#we', '<p>C# und a#we</p>'],
    ['what nothing is offered for', '#1', '<p>#1</p>'],
    ['a sign of which there are no templates', '!', '<p>!</p>'],
  ])('leaves %s as it was typed, and Enter begins a line', async (_what, typed, html) => {
    const note = await openNote('');
    await field.click();
    await type(typed);
    await press('Enter');
    await type('weiter');
    await expect.poll(() => note.html().replace(/<p><br><\/p>$/, '')).toBe(`${html}<p>weiter</p>`);
  });

  test('is reached with its tools', async () => {
    await openNote(line('eins'));
    await field.click();
    await press('Alt+F10');
    expect(document.activeElement?.closest('[role=toolbar]')).not.toBeNull();
    await press('Escape');
    await expect.element(field).toHaveFocus();
  });
});

describe('a note and its records', () => {
  const two = '<p>Zu <span data-record="1-7">#Werft</span>, <span data-record="7">#Hafen</span></p>';

  test('copies a record, and leaves its words where it is none', async () => {
    await openNote(two);
    await field.click();
    await press('Control+a');
    const data = give('copy', new DataTransfer());
    expect(data.getData('text/plain')).toBe('Zu #Werft, #Hafen');
    expect(data.getData('text/html')).toContain('data-record="1-7"');
    expect(data.getData('text/html')).not.toContain('data-record="7"');
  });

  test('opens a record where it is read alone, by Tab and Enter', async () => {
    const note = await openNote('<p>Zu <span data-record="12-70021">#Werft</span></p>', { readOnly: true });
    await press('Tab');
    expect(focused()).toBe('#Werft');
    await press('Enter');
    await page.getByRole('link', { name: '#Werft' }).click();
    expect(note.opened).toEqual(['12-70021', '12-70021']);
  });
});

describe('a note that others write in', () => {
  test('takes in what they write, where the caret and the undo stay', async () => {
    const base = line('eins') + line('zwei');
    const note = await openNote(base);
    await atEnd();
    await type(' von mir');
    const changes = note.changes();
    await note.others(base, base.replace('>eins', '>EINS ganz neu').replace('>zwei', '>also zwei'));
    await type('!');
    expect(note.text()).toBe('EINS ganz neu\n\nalso zwei von mir!');
    expect(note.changes()).toBe(changes + 1);
    await press('Control+z');
    expect(note.text()).toMatch(/^EINS ganz neu\n\nalso zwei/);
  });

  test('waits with it while an input method is at work', async () => {
    const base = line('eins');
    const note = await openNote(base);
    await atEnd();
    const compose = (text: string) =>
      cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await compose('に');
    await note.others(base, line('EINS') + line('neu'));
    expect(field.element().textContent).not.toContain('neu');
    await compose('にほ');
    await cdp().send('Input.insertText', { text: '日本' });
    await expect.poll(() => field.element().textContent).toContain('neu');
    expect(field.element().textContent).toContain('日本');
    expect(note.text()).toContain('日本');
  });
});

describe('a note and its pictures', () => {
  test('shows those that it has, and takes pasted ones in', async () => {
    const note = await openNote(line('<img width="10" height="20" alt="Plan" data-kontor-inline="k1">'));
    const plan = page.getByRole('img', { name: 'Plan' });
    await expect.poll(() => plan.element().getAttribute('src')).toMatch(/^data:image\/gif/);
    expect(note.changes()).toBe(0);
    await atEnd();
    const canvas = new OffscreenCanvas(4, 4);
    canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], 'neu.png', { type: 'image/png' }));
    give('paste', data);
    await expect.poll(note.html).toContain(UPLOAD);
    expect(note.html()).toContain('data-kontor-inline="k1"');
  });

  test('can be read alone', async () => {
    const html = '<ul data-type="taskList"><li data-type="taskItem" data-checked="false">a</li></ul>';
    const note = await openNote(html, { readOnly: true });
    expect(page.getByRole('toolbar').elements()).toEqual([]);
    expect(field.element().getAttribute('contenteditable')).toBe('false');
    await page.getByRole('checkbox').click();
    await expect.element(page.getByRole('checkbox')).not.toBeChecked();
    expect(note.changes()).toBe(0);
  });
});

describe('phone numbers in a note', () => {
  const TEXT = `${line('Paul: 0431 123456, am 01.02.2026')}${line('Ende')}`;
  const number = () => page.getByRole('link', { name: '0431 123456' });
  const offered: string[] = [];
  beforeEach(() => {
    offered.length = 0;
    phoneParts.set({ offer: ({ number: one }) => offered.push(one) });
  });
  afterEach(() => phoneParts.set(undefined));

  test('offer what can be done with them where one reads, and are not saved as links', async () => {
    const note = await openNote(TEXT);
    await number().click();
    expect(offered).toEqual(['0431123456']);
    expect(document.activeElement).toBe(document.body);
    await field.click();
    await press('Control+End');
    await type(' 0171 3920014');
    await expect.element(page.getByRole('link', { name: '0171 3920014' })).toBeVisible();
    expect(note.html()).not.toContain('tel:');
    expect(note.html()).not.toContain('<a');
  });

  test('are text where one writes: only Ctrl and a click, or Alt and Enter in them, are about them', async () => {
    await openNote(TEXT);
    await page.getByText('Ende').click();
    await number().click();
    expect(offered).toEqual([]);
    await press('Alt+Enter');
    expect(offered).toEqual(['0431123456']);
    await number().click({ modifiers: ['Control'] });
    expect(offered).toEqual(['0431123456', '0431123456']);
    await page.getByText('Ende').click();
    await press('Alt+Enter');
    expect(offered).toHaveLength(2);
  });

  test('are reached by keys where nothing is written', async () => {
    await openNote(TEXT, { readOnly: true });
    (number().element() as HTMLElement).focus();
    await press('Enter');
    expect(offered).toEqual(['0431123456']);
  });

  test('stay text in code and in links', async () => {
    await openNote('<p><a href="https://x.example">0431 123456</a></p><pre><code>0431 654321</code></pre>');
    expect(document.querySelectorAll('.written-number')).toHaveLength(0);
  });
});
