import { setTimeout as sleep } from 'node:timers/promises';
import type { MailAccount } from '@kontor/contract/mail';
import type pg from 'pg';
import { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { startDns } from '../../server/src/platform/mailcheck/testing/dns.ts';
import { signingDomain } from '../../server/src/platform/mailcheck/testing/signing-domain.ts';
import { findDovecot, TestDovecot } from '../../server/src/platform/mailwire/testing/dovecot.ts';
import type { TestClient } from '../../server/src/testing/client.ts';
import { withDatabase } from './seed.ts';
import { byKontor, byLibrary, openMailbox, rate, startSink, type Sink } from './sending.ts';
import type { Line } from './table.ts';

const USER = 'einladung';
const ADDRESS = `${USER}@nordwerk.example`;
const DOMAIN = 'werft.example';
const APPOINTMENTS = 10;
/** People outside who are invited to each of them. */
const INVITED = 50;
const MAILS = APPOINTMENTS * INVITED;
const TURNS = 3;
const MAX_MS = 300_000;
const DAY = '2031-03-04';

/** 500 invitations to people outside, and what these answer, each beside as many mails that are about no appointment. */
export async function benchInvitations(say: (text: string) => void): Promise<Line[]> {
  if (findDovecot() === undefined) {
    say('Dovecot is not installed: invitations are left out.');
    return [];
  }
  say(`${MAILS} invitations, and what becomes of them …`);
  const domain = signingDomain(DOMAIN);
  const dns = await startDns(new Map(domain.records));
  const dovecot = await TestDovecot.start();
  const sink = await startSink();
  // Whoever answers is believed by the signature of their domain, which a name server has to know.
  const kontor = await KontorProcess.start({ KONTOR_DEMO: 'false', KONTOR_DNS: dns.address });
  try {
    const client = await openMailbox(kontor, USER, dovecot, sink.port);
    return await withDatabase(kontor, async (database) => {
      const fixture = { client, database, dovecot, sign: domain.sign };
      return [...(await linesOut(fixture, sink)), ...(await linesIn(fixture, say))];
    });
  } finally {
    await kontor.close();
    await sink.close();
    await dovecot.close();
    await dns.close();
  }
}

interface Fixture {
  readonly client: TestClient;
  readonly database: pg.Client;
  readonly dovecot: TestDovecot;
  readonly sign: (raw: string) => Promise<string>;
}

const guest = (n: number): string => `gast${n}@${DOMAIN}`;

/** What an invitation says, for the library that sends it without us. */
const calendarFor = (n: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kontor//Bench//DE',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    `UID:bench-${Math.floor(n / INVITED)}`,
    'DTSTAMP:20301101T080000Z',
    `DTSTART:${DAY.replaceAll('-', '')}T080000Z`,
    `DTEND:${DAY.replaceAll('-', '')}T090000Z`,
    'SUMMARY:Baubesprechung',
    `ORGANIZER:mailto:${ADDRESS}`,
    ...Array.from({ length: INVITED }, (_, k) => `ATTENDEE;RSVP=TRUE:mailto:${guest(k)}`),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

async function linesOut(fixture: Fixture, sink: Sink): Promise<Line[]> {
  const library = await byLibrary(sink, MAILS, (n) => ({
    from: ADDRESS,
    to: guest(n),
    subject: 'Einladung: Baubesprechung',
    html: '<p>Baubesprechung, Dienstag 4. März 2031, 9 bis 10 Uhr.</p>',
    icalEvent: { method: 'REQUEST', content: calendarFor(n) },
  }));
  const mails = await byKontor(fixture.client, sink, MAILS);
  await invite(fixture);
  const ours = await rate(sink, MAILS, () => hasten(fixture.database));
  const line = { name: `${MAILS} invitations out`, unit: 'a second', ours } as const;
  return [
    { ...line, against: 'nodemailer alone, as many at once', anchor: library, aim: { least: 1 / 1.3 } },
    { ...line, against: 'as many mails that somebody sends', anchor: mails },
  ];
}

/** Makes the appointments; whoever is invited hears of it half a minute later, or once that is hastened. */
async function invite({ client }: Fixture): Promise<void> {
  for (let n = 0; n < APPOINTMENTS; n += 1)
    await client.command('appointment.create', {
      title: 'Baubesprechung',
      startDate: `${DAY}T${String(8 + n).padStart(2, '0')}:00:00`,
      endDate: `${DAY}T${String(8 + n).padStart(2, '0')}:45:00`,
      participants: Array.from({ length: INVITED }, (_, k) => ({ address: guest(n * INVITED + k), name: `Gast ${k}` })),
    });
}

/** Has invitations that wait go out at once; see `hastenJobs` of the server. */
const hasten = (database: pg.Client): Promise<unknown> =>
  database.query(
    `with hastened as (
      select id from graphile_worker.reschedule_jobs(
        array(select id from graphile_worker._private_jobs where key like 'appointment.invite:%' and locked_at is null), run_at => now())
    ) select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from hastened`,
  );

const headOf = (n: number, type: string, key: string): string[] => [
  `From: Gast ${n} <${guest(n)}>`,
  `To: ${ADDRESS}`,
  'Subject: Baubesprechung',
  `Date: ${new Date().toUTCString()}`,
  `Message-ID: <${key}-${n}@${DOMAIN}>`,
  'MIME-Version: 1.0',
  `Content-Type: ${type}; charset=utf-8`,
  '',
];

const plainMail = (n: number, key: string): string =>
  [...headOf(n, 'text/plain', key), 'Guten Tag,', '', 'wir kommen gern zur Baubesprechung.', ''].join('\r\n');

const replyTo = (uid: string, n: number, key: string, state: string): string =>
  [
    ...headOf(n, 'text/calendar; method=REPLY', key),
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'SEQUENCE:0',
    `DTSTAMP:${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    `DTSTART:${DAY.replaceAll('-', '')}T080000Z`,
    `ORGANIZER:mailto:${ADDRESS}`,
    `ATTENDEE;PARTSTAT=${state}:mailto:${guest(n)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** How people answer, in turn, so that each turn changes what all have said. */
const STATES = [
  ['ACCEPTED', 'accepted'],
  ['DECLINED', 'declined'],
  ['TENTATIVE', 'tentative'],
] as const;

async function linesIn(fixture: Fixture, say: (text: string) => void): Promise<Line[]> {
  const { database, sign } = fixture;
  const { rows } = await database.query<{ uid: string }>('select uid from appointment order by starts_local');
  const uidFor = (n: number) => rows[Math.floor(n / INVITED)]?.uid ?? '';
  const signed = (mail: (n: number) => string) => Promise.all(Array.from({ length: MAILS }, (_, n) => sign(mail(n))));
  // What was sent out lies in the mailbox by now; the first mails start the processes that take mails apart.
  await arrival(fixture, await signed((n) => plainMail(n, 'vorher')));
  const [plain, replies]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    say(`${MAILS} mails and ${MAILS} replies, turn ${turn + 1} of ${TURNS} …`);
    plain.push(await arrival(fixture, await signed((n) => plainMail(n, `mail-${turn}`))));
    const [said, state] = STATES[turn % STATES.length] ?? STATES[0];
    const mails = await signed((n) => replyTo(uidFor(n), n, `antwort-${turn}`, said));
    replies.push(await arrival(fixture, mails));
    const { rows: entered } = await database.query<{ count: number }>(
      'select count(*)::int as count from appointment_person where user_id is null and state = $1',
      [state],
    );
    if (entered[0]?.count !== MAILS) throw new Error(`${entered[0]?.count} of ${MAILS} replies were entered`);
  }
  return [
    {
      name: `${MAILS} replies to invitations, until all are entered`,
      unit: 's',
      ours: Math.min(...replies),
      against: 'as many mails, until all are in the list and checked',
      anchor: Math.min(...plain),
      aim: { most: 1.2 },
    },
  ];
}

/** Seconds from the moment when mails lie in the mailbox until they are in the list, and nothing is left to be done about them. */
async function arrival({ client, database, dovecot }: Fixture, mails: readonly string[]): Promise<number> {
  const done = async () => (await client.query<MailAccount[]>('mail.accountSettings'))[0]?.state.done ?? 0;
  const isIdle = async () => {
    const { rows } = await database.query(
      `select from graphile_worker._private_jobs where key like 'mail.%' and attempts < max_attempts and run_at < now() + interval '5 seconds' limit 1`,
    );
    return rows.length === 0;
  };
  const wanted = (await done()) + mails.length;
  const from = performance.now();
  for (const raw of mails) dovecot.drop(USER, raw);
  while ((await done()) < wanted || !(await isIdle())) {
    if (performance.now() - from > MAX_MS) throw new Error(`${wanted - (await done())} mails did not come`);
    await sleep(20);
  }
  return (performance.now() - from) / 1000;
}
