import type { Naming } from '@kontor/contract/phonecall';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import { hastenJobs } from '../../platform/jobs/enqueue.ts';
import { details, list, numberOf, openCalls } from './testing/fixture.ts';

let here: Awaited<ReturnType<typeof openCalls>>;
const SOON = { interval: 100 };

beforeAll(async () => {
  here = await openCalls();
});
afterAll(() => here?.server.close());

const sql = (text: string) => runSql(here.server.url, text);
/** Numbers without a code are of this country from now on, and all that is to follow has followed. */
async function moveTo(country: string): Promise<void> {
  const links = { title: 'Werft', dataProtectionUrl: null, imprintUrl: null };
  await here.anna.command('account.saveInstanceSettings', { ...links, phoneCountry: country });
  const waiting = async () =>
    (await sql(`select key from graphile_worker._private_jobs where key like 'phonecall.renumber:%'`)) as {
      key: string;
    }[];
  await hastenJobs(
    here.server.platform.database,
    (await waiting()).map(({ key }) => key),
  );
  await expect.poll(waiting, SOON).toEqual([]);
  // Settings are known for two seconds; those who write by the old ones are why the work is put off.
  here.server.advance(2001);
}
const whoIs = (number: string) => here.anna.query<Naming>('phoneCall.whoIs', { number });
const numbersOfCalls = () => sql('select number::text, called::text from phone_call order by activity_id');

test('numbers without a code are read anew when they are of another country, and as before when it is that again', async () => {
  const [own, abroad, internal] = [
    await here.create(here.anna, { callerNumber: '0431 123456', newCallerName: 'Werft' }),
    await here.create(here.anna, { callerNumber: '+49 431 777777' }),
    await here.create(here.anna, { callerNumber: '' }),
  ];
  // More than are read anew at a time.
  for (let index = 0; index < 120; index += 1)
    await here.arrive({
      number: 49431123456,
      number_text: '0431 123456',
      called: 4943155500,
      called_text: '0431 55500',
    });
  const contact = { number: '0431 555000', ownerKind: 'user', ownerId: here.ids['ben'] };
  const { claimId } = await here.anna.command<{ claimId: number }>('phoneCall.claim', { ...contact, isRight: true });
  await here.anna.command('phoneCall.block', { number: '0900 123456', isBlocked: true });
  expect((await whoIs('+49 431 555000')).name).toBe('Ben Vogt');

  const before = await numbersOfCalls();
  await moveTo('AT');
  expect((await details(here.anna, own)).callerNumber.replaceAll(' ', '')).toBe('+43431123456');
  expect((await details(here.anna, abroad)).callerNumber).toBe('+49 431 777777');
  expect((await details(here.anna, internal)).callerNumber).toBe('');
  const counts = (await sql(
    `select count(*)::int as all, count(*) filter (where number = 43431123456 and called = 4343155500)::int as moved from phone_call where called is not null`,
  )) as { all: number; moved: number }[];
  expect(counts).toEqual([{ all: 120, moved: 120 }]);
  // The phone book, claims and blocks with them.
  expect(await whoIs('+43 431 123456')).toMatchObject({ sureness: 'sure', name: 'Werft' });
  expect((await whoIs('+49 431 123456')).candidates).toEqual([]);
  expect((await whoIs('+43 431 555000')).name).toBe('Ben Vogt');
  expect((await whoIs('+49 431 555000')).name).toBe('');
  expect((await whoIs('+43 900 123456')).isBlocked).toBe(true);
  expect(await here.anna.query('phoneBook.items', { searchString: '43431123456' })).toMatchObject([
    { name: 'Werft', linkCount: 121 },
  ]);
  const found = (await list(here.anna, { searchTerm: '+43431123456' })).map(({ aggregateId }) => numberOf(aggregateId));
  expect(found).toContain(numberOf(own));

  await moveTo('DE');
  expect(await numbersOfCalls()).toEqual(before);
  expect((await whoIs('+49 431 123456')).name).toBe('Werft');
  await here.anna.command('phoneCall.revokeClaim', { claimId });
  expect((await whoIs('+49 431 555000')).name).toBe('');
});

test('an entry that becomes another one by it is merged into that', async () => {
  await here.anna.command('phoneBook.create', { name: 'Hafen', number: '0431 4711' });
  await here.anna.command('phoneBook.create', { name: 'Hafen', number: '+43 431 4711' });
  await moveTo('AT');
  expect(await here.anna.query('phoneBook.items', { searchString: 'Hafen' })).toMatchObject([{ name: 'Hafen' }]);
  await moveTo('DE');
});
