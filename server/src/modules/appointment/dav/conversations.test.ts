import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDav, titles, type DavOffice } from '../testing/dav.ts';

const FOLDER = join(import.meta.dirname, 'conversations');

interface Step {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** How an answer is judged, by the sign at the beginning of the line. */
  readonly expected: readonly (readonly [sign: string, text: string])[];
}

const SIGN = /^([=+?-]) (.*)$/;

function readStep(part: string): Step {
  const lines = part.split('\n');
  const what = (lines.shift() ?? '').trim();
  const end = lines.findIndex((line) => line.startsWith('= '));
  const [request = '', ...rest] = lines.slice(0, end);
  const [method = '', path = ''] = request.split(' ');
  const gap = rest.indexOf('');
  const heads = gap === -1 ? rest : rest.slice(0, gap);
  const body = gap === -1 ? '' : rest.slice(gap + 1).join('\n');
  return {
    what,
    method,
    path,
    headers: Object.fromEntries(heads.map((line) => line.split(/: (.*)/).slice(0, 2))) as Record<string, string>,
    body: body.startsWith('BEGIN:') ? `${body.replaceAll('\n', '\r\n')}\r\n` : body,
    expected: lines.slice(end).flatMap((line) => {
      const [, sign = '', text = ''] = SIGN.exec(line) ?? [];
      return sign === '' ? [] : [[sign, text] as const];
    }),
  };
}

async function readSteps(name: string): Promise<readonly Step[]> {
  const text = await readFile(join(FOLDER, name), 'utf8');
  return text.split(/^### /m).slice(1).map(readStep);
}

const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.http'));

describe('what programs of others ask, as they ask it', () => {
  let dav: DavOffice;
  beforeAll(async () => {
    dav = await openDav('conversations');
    const { ben, ids } = dav.office;
    await ben.command('appointment.saveRights', { calendarId: ids.ben, rights: [{ userId: ids.anna, level: 'read' }] });
  });
  afterAll(() => dav?.office.server.close());

  test.each(names)('%s', async (name) => {
    const { ids, anna } = dav.office;
    const kept = new Map([
      ['id', String(ids.anna)],
      ['other', String(ids.ben)],
    ]);
    const filled = (text: string, how: (value: string) => string = (value) => value): string =>
      text.replaceAll(/\{([a-z]+)\}/g, (whole, key: string) => (kept.has(key) ? how(kept.get(key) ?? '') : whole));
    for (const { what, method, path, headers, body, expected } of await readSteps(name)) {
      const heads = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, filled(value)]));
      const sent = { headers: heads, ...(body === '' ? {} : { body: filled(body) }) };
      const answer = await dav.send('anna', method, filled(path), sent);
      const shown = [...answer.headers].map(([key, value]) => `${key}: ${value}\n`).join('');
      const text = `${shown}\n${answer.text.replaceAll(/\r?\n[ \t]/g, '')}`;
      const said = `${name}, ${what}:\n${text}`;
      for (const [sign, given] of expected) {
        if (sign === '=') {
          expect(answer.status, said).toBe(Number(given));
          continue;
        }
        const [, key = '', pattern = given] = sign === '?' ? (/^(\w+) (.*)$/.exec(given) ?? []) : [];
        const wanted = new RegExp(
          filled(pattern, (value) => RegExp.escape(value)),
          's',
        );
        if (sign === '-') expect(text, said).not.toMatch(wanted);
        else expect(text, said).toMatch(wanted);
        if (sign === '?') kept.set(key, unescaped(wanted.exec(text)?.[1] ?? ''));
      }
    }
    // Whatever they made they have removed.
    expect(await titles(anna, ids.anna)).toEqual([]);
  });
});

const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
