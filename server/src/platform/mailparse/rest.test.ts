import { expect, test } from 'vitest';
import { parseMail } from './parse.ts';
import { packTnef } from './testing/tnef.ts';
import { readTnef } from './tnef.ts';

const HEAD = 'From: a@b.example\nMIME-Version: 1.0\n';
const lines = (text: string): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
const page = (html: string): Buffer => lines(`${HEAD}Content-Type: text/html\n\n${html}`);
const both = (html: string): Buffer =>
  lines(
    `${HEAD}Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\neins\n--b\nContent-Type: text/html\n\n${html}\n--b--`,
  );

test.each([
  '<div style="display:none">zwei</div>',
  '<p hidden>zwei</p>',
  '<img src="https://x.example/p.gif" style="width:1px;height:1px">',
  '<form><input name="a"></form>',
  '<canvas></canvas>',
])('HTML of which nothing is seen does not win over a text: %s', async (html) => {
  const parsed = await parseMail(both(html));
  expect(parsed.text).toBe('eins');
  expect(parsed.html).toContain('eins');
});

test.each([
  ['<div style="display:none">zwei</div>', 'zwei'],
  ['<html><head><title>zwei</title></head><body></body></html>', 'zwei'],
  ['<input value="zwei &amp; drei">', 'zwei & drei'],
  ['<!-- offen <p>zwei', 'offen zwei'],
  ['<style>p { color: red } </style><style>b {} <p>zwei', 'b {} zwei'],
])('HTML alone is shown by what it says somewhere: %s', async (html, text) => {
  const parsed = await parseMail(page(html));
  expect(parsed.text).toBe(text);
  expect(parsed.html).toContain(text.replace('&', '&amp;'));
});

test('HTML that says nothing is no mail that says its styles', async () => {
  const blank = '<style>p { color: red }</style><!-- x --><p>&nbsp;</p>';
  expect((await parseMail(page(blank))).text).toBe('');
  for (const encoded of [
    `base64\n\n${Buffer.from(blank).toString('base64')}`,
    'quoted-printable\n\n<p style=3D"margin:0">=\n=C2=A0</p>',
  ])
    expect((await parseMail(lines(`${HEAD}Content-Type: text/html\nContent-Transfer-Encoding: ${encoded}`))).text).toBe(
      '',
    );
});

test('what stands behind parts that say nothing is read', async () => {
  const parts = ['plain', 'html', 'plain'].map((type) => `--b\nContent-Type: text/${type}\n\n\n`).join('');
  const raw = lines(`${HEAD}Content-Type: multipart/mixed; boundary=b\n\n${parts}--b--\nDer ganze Text`);
  expect((await parseMail(raw)).text).toBe('Der ganze Text');
});

test.each([
  [
    'a line that is no field, and no empty one',
    'From: a@b.example\nSubject: s\nDies ist der Text',
    'Dies ist der Text',
  ],
  ['a type without a second half', `${HEAD}Content-Type: text\n\nDer Text`, 'Der Text'],
  ['a type the wrong way round', `${HEAD}Content-Type: plain/text; charset=utf-8\n\nDer Text`, 'Der Text'],
  ['no type but its parameters', `${HEAD}Content-Type: ; charset=iso-8859-1\n\nGr\xfc\xdfe`, 'Grüße'],
  ['a half type of HTML', `${HEAD}Content-Type: html\n\n<p>Der Text</p>`, 'Der Text'],
  [
    'two types, of which HTML is right',
    `${HEAD}Content-Type: text/plain\nContent-Type: text/html\n\n<p>Eins</p>`,
    'Eins',
  ],
  [
    'parts without headers, by another boundary',
    `${HEAD}Content-Type: multipart/mixed; boundary=x\n\n--b\n\nEins\n--b--`,
    'Eins',
  ],
])('%s', async (_name, raw, text) => {
  expect((await parseMail(lines(raw))).text).toBe(text);
});

test('a file whose type is not known stays a file', async () => {
  const { attachments } = await parseMail(lines(`${HEAD}Content-Type: pdf; name=a.pdf\n\nx`));
  expect(attachments.map(({ filename }) => filename)).toEqual(['a.pdf']);
});

test('lines may end as very old systems end them', async () => {
  const raw = Buffer.from('From: a@b.example\rSubject: Eins\r\rDer Text\rzwei');
  expect(await parseMail(raw)).toMatchObject({ subject: 'Eins', text: 'Der Text\nzwei' });
});

test.each([
  '<p>&nbsp;</p>',
  '<img src="https://x.example/y.gif" width="1" height="1">',
  '<div style="display:none">x</div>',
])('what Outlook has packed is shown where nothing else is: beside %s', async (html) => {
  const packed = packTnef({ html: '<p>Der ganze Text</p>', files: [] }).toString('base64');
  const raw = `${HEAD}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n${html}\n--b\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${packed}\n--b--`;
  expect(await parseMail(lines(raw))).toMatchObject({ text: 'Der ganze Text', attachments: [] });
});

const BLANK = '<html><head><style>p{margin:0}</style></head><body>&nbsp;<p>\u200b</p></body></html>';
const RTF = String.raw`{\rtf1\ansi\ansicpg1252 Der ganze Text mit Gr\'fc\'dfen\par}`;
/** A mail whose one part is what Outlook has packed, beside what is given. */
const onlyPacked = (packed: Buffer, beside = ''): Buffer =>
  lines(
    `${HEAD}Content-Type: multipart/mixed; boundary=b\n\n${beside}--b\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${packed.toString('base64')}\n--b--`,
  );

test.each<[string, Parameters<typeof packTnef>[0], string]>([
  ['blank HTML, and the oldest text', { html: BLANK, body: 'Der ganze Text' }, 'Der ganze Text'],
  ['blank HTML, and a text', { html: BLANK, text: 'Der ganze Text' }, 'Der ganze Text'],
  ['blank HTML, and RTF', { html: BLANK, rtf: RTF }, 'Der ganze Text mit Grüßen'],
  ['RTF alone', { rtf: RTF }, 'Der ganze Text mit Grüßen'],
  ['blank texts, and RTF', { text: ' \r\n', body: '\xa0', rtf: RTF }, 'Der ganze Text mit Grüßen'],
  ['a blank text, and the oldest one', { text: '', body: 'Der ganze Text' }, 'Der ganze Text'],
  ['HTML that is hidden, and a text', { html: '<p hidden>x</p>', text: 'Der ganze Text' }, 'Der ganze Text'],
  ['a form, and a text', { html: '<form><input name="a"></form>', text: 'Der ganze Text' }, 'Der ganze Text'],
  ['HTML that is hidden', { html: '<p style="display:none">Der ganze Text</p>' }, 'Der ganze Text'],
  ['HTML, and another text', { html: '<p>Der ganze Text</p>', text: 'anders', rtf: RTF }, 'Der ganze Text'],
])('what Outlook has packed is read: %s', async (_name, packed, text) => {
  for (const beside of [
    '',
    '--b\nContent-Type: text/plain\n\n\xa0 \n',
    `--b\nContent-Type: text/html\n\n${BLANK.replace('\u200b', '')}\n`,
  ])
    expect(await parseMail(onlyPacked(packTnef(packed), beside))).toMatchObject({ text, attachments: [] });
});

test('a pack in which nothing is seen stays a file', async () => {
  for (const packed of [{}, { html: BLANK }, { html: BLANK, text: ' ', rtf: String.raw`{\rtf1\ansi\par}` }]) {
    const { text, attachments } = await parseMail(onlyPacked(packTnef(packed)));
    expect([text, attachments.map(({ filename }) => filename)]).toEqual(['', ['winmail.dat']]);
  }
});

test('a mail in a pack is given by what it shows', () => {
  const inner = packTnef({ html: BLANK, body: 'Der innere Text' });
  const files = readTnef(packTnef({ files: [{ title: 'Mail', bytes: Buffer.from(''), inner }] }))?.files;
  expect(files?.map(({ filename, bytes }) => [filename, Buffer.from(bytes).toString()])).toEqual([
    ['Mail.txt', 'Der innere Text'],
  ]);
});
