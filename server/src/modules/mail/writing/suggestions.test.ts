import type { AddressSuggestion } from '@kontor/contract/mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hastenJobs } from '../../../platform/jobs/enqueue.ts';
import type { TestClient } from '../../../testing/client.ts';
import type { MailSeed } from '../testing/factory.ts';
import { codeOf, openFixture, type Fixture } from './testing/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());

const suggest = (by: TestClient, searchTerm: string) =>
  by.query<AddressSuggestion[]>('mail.addressSuggestions', { searchTerm });
const emails = async (by: TestClient, searchTerm: string) => (await suggest(by, searchTerm)).map(({ email }) => email);

/** A mail comes, and is counted now instead of with those of the next seconds. */
async function arrive(seed: MailSeed, boxId = fixture.shared.boxId, more?: { readonly direction?: 'outgoing' }) {
  await fixture.arrive(seed, boxId, more);
  await hastenJobs(fixture.server.platform.database, [`mail.countPeople:${fixture.instance.id}:${boxId}`]);
}

test('are counted behind the mails: those who were written to before those who wrote', async () => {
  const from = 'Jörg Müller <joerg@werft.example>';
  for (let count = 0; count < 3; count += 1) await arrive({ from });
  const sent = { from: 'info@nordwerk.example', to: 'Jörn Jansen <jansen@hafen.example>' };
  await arrive(sent, fixture.shared.boxId, { direction: 'outgoing' });
  await expect.poll(() => emails(fixture.anna, 'jor')).toEqual(['jansen@hafen.example', 'joerg@werft.example']);
  const [first, second] = await suggest(fixture.anna, 'Jör');
  expect(first).toMatchObject({ name: 'Jörn Jansen', source: 'MAIL', ido: [], members: [] });
  expect(second).toMatchObject({ name: 'Jörg Müller' });
  expect(first?.score).toBeGreaterThan(second?.score ?? 100);
  await expect.poll(() => emails(fixture.anna, 'müller werft')).toEqual(['joerg@werft.example']);
  expect(await emails(fixture.anna, 'joerg@werft.ex')).toEqual(['joerg@werft.example']);
});

test('begin with those who are written to most', async () => {
  const answer = await fixture.anna.tryQuery('mail.addressSuggestions', { searchTerm: '' });
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect((answer.body.results as AddressSuggestion[]).map(({ email }) => email)).toEqual(['jansen@hafen.example']);
  expect(await emails(fixture.anna, 'x')).toEqual(['jansen@hafen.example']);
});

test('are colleagues too, and groups of them with their people', async () => {
  expect(await suggest(fixture.emil, 'berg')).toMatchObject(
    ['anna', 'ben', 'carla', 'dora', 'emil'].map((name) => ({
      email: `${name}@nordwerk.example`,
      name: `${name} Berger`,
    })),
  );
  await fixture.dora.command('account.createGroup', {
    name: 'Werkstatt',
    userIds: [fixture.ids.anna, fixture.ids.ben],
  });
  expect(await suggest(fixture.emil, 'werks')).toEqual([
    {
      email: '',
      name: 'Werkstatt',
      score: expect.any(Number),
      source: 'MAIL',
      ido: [],
      members: [
        { email: 'anna@nordwerk.example', name: 'anna Berger' },
        { email: 'ben@nordwerk.example', name: 'ben Berger' },
      ],
    },
  ]);
});

test('are not those of machines, of automatic mails, or of what is no address', async () => {
  await arrive({ from: 'Vierzig <no-reply@vierzig.example>' });
  await arrive({ from: 'Vierzig <auto@vierzig.example>', headers: 'Auto-Submitted: auto-replied' });
  await arrive({ from: 'Vierzig <vierzig>' });
  await arrive({ from: 'Vierzig <mensch@vierzig.example>' });
  await expect.poll(() => emails(fixture.anna, 'vierzig')).toEqual(['mensch@vierzig.example']);
});

describe('a canary', () => {
  test('in a mailbox that one does not see is in no suggestion', async () => {
    await arrive({ from: 'Zqkanari Geheim <zqkanari@geheim.example>' }, fixture.own.boxId);
    await expect.poll(() => emails(fixture.emil, 'zqkanari')).toEqual(['zqkanari@geheim.example']);
    for (const by of [fixture.anna, fixture.ben, fixture.dora]) {
      for (const term of ['zqkanari', 'geheim', '', 'z'])
        expect(JSON.stringify(await suggest(by, term))).not.toContain('zqkanari');
    }
  });

  test('is seen no more by who has left the mailbox', async () => {
    await arrive({ from: 'Abschied <abschied@werft.example>' });
    await expect.poll(() => emails(fixture.ben, 'abschied')).toHaveLength(1);
    await sql`delete from box_member where box_id = ${fixture.shared.boxId} and user_id = ${fixture.ids.ben}`.execute(
      fixture.server.platform.database.owner,
    );
    expect(await emails(fixture.ben, 'abschied')).toEqual([]);
    expect(await emails(fixture.ben, '')).toEqual([]);
  });
});

test('take whatever is typed as words', async () => {
  for (const term of ["'", "a' | 'b", '\\', ':*', '!!', '& |', '<->', 'ä'.repeat(200), '()', 'a\nb', '%', '😀😀'])
    expect(await codeOf(fixture.anna.tryQuery('mail.addressSuggestions', { searchTerm: term }))).toBe('200');
  expect(await codeOf(fixture.anna.tryQuery('mail.addressSuggestions', { searchTerm: 'x'.repeat(201) }))).toBe(
    '422 PARAMETERS_INVALID',
  );
  expect(await codeOf(fixture.carla.tryQuery('mail.addressSuggestions', { searchTerm: 'anna' }))).toBe(
    '403 RIGHT_MISSING',
  );
});
