import { parseArgs } from 'node:util';
import { mkdirSync } from 'node:fs';
import { cpus, hostname } from 'node:os';
import { resolve } from 'node:path';
import { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { benchAlarms } from './alarms.ts';
import { benchAppointments } from './appointments.ts';
import { benchAudit } from './audit.ts';
import { benchBrowser } from './browser.ts';
import { benchCalendarScreens } from './calendar-screens.ts';
import { benchComposer } from './composer.ts';
import { benchEngine } from './engine.ts';
import { benchFanOut } from './fan-out.ts';
import { benchFinding } from './finding.ts';
import { benchInvitations } from './invitations.ts';
import { benchLists } from './lists.ts';
import { benchMail } from './mail.ts';
import { benchMemory } from './memory.ts';
import { benchMessages } from './messages.ts';
import { benchOverload } from './overload.ts';
import { benchPhone } from './phone.ts';
import { benchPresence } from './presence.ts';
import { benchRecordHistory } from './record-history.ts';
import { benchRecords } from './records.ts';
import { benchRecordImport } from './record-import.ts';
import { benchRecordMerging } from './record-merging.ts';
import { benchSaved } from './saved.ts';
import { benchSearch } from './search.ts';
import { seedInstance, withDatabase } from './seed.ts';
import { table, type Line } from './table.ts';
import { benchSending } from './sending.ts';
import { benchSharing } from './sharing.ts';
import { benchStart } from './start.ts';
import { benchTasks } from './tasks.ts';
import { benchThread } from './thread.ts';
import { benchWebmail } from './webmail.ts';

const PARTS = [
  'lists',
  'saved',
  'mail',
  'browser',
  'engine',
  'fan-out',
  'search',
  'webmail',
  'audit',
  'composer',
  'thread',
  'sending',
  'tasks',
  'alarms',
  'sharing',
  'record-history',
  'records',
  'record-merging',
  'record-import',
  'start',
  'overload',
  'presence',
  'messages',
  'appointments',
  'calendar-screens',
  'invitations',
  'finding',
  'phone',
] as const;
/** Parts that need an instance with many items. */
const ON_ITEMS = ['lists', 'saved', 'browser', 'engine'];
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    mails: { type: 'string', default: '2000' },
    /** Mails that are searched in, beside notmuch. */
    searched: { type: 'string', default: '20000' },
    /** Links of items with records, of which one record has 50,000. */
    links: { type: 'string', default: '500000' },
    /** Records of one kind, of which lists are read, and among which those are looked for that somebody may mean. */
    records: { type: 'string', default: '1000000' },
    /** Rows of a file that become records. */
    rows: { type: 'string', default: '20000' },
    /** Single appointments of an instance whose calendars are read. */
    appointments: { type: 'string', default: '1000000' },
    /** Seconds in which texts are said in a conversation; five minutes are what is aimed at. */
    talking: { type: 'string', default: '10' },
    /** Names of a phone book, and calls of a list. */
    names: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '1000000' },
    /** Real minutes that stand for eight hours of work; measured only where the part `memory` is named. */
    minutes: { type: 'string', default: '20' },
    /** A folder in which the items are found again by the next run with as many: ten million take a while. */
    keep: { type: 'string' },
    only: { type: 'string', default: PARTS.join(',') },
  },
});
const parts = new Set(values.only.split(','));
const items = Number(values.items);

const say = (text: string) => process.stderr.write(`${text}\n`);
const { keep } = values;
if (keep !== undefined) mkdirSync(keep, { recursive: true });
const kontor = await KontorProcess.start({ KONTOR_DEMO_PASSWORD: 'messen und vergleichen' }, keep && resolve(keep));
const lines: Line[] = [];
try {
  if (ON_ITEMS.some((part) => parts.has(part))) {
    say(`Seeding ${items.toLocaleString('en')} items …`);
    const fixture = await seedInstance(kontor, items);
    if (parts.has('lists')) lines.push(...(await benchLists(kontor, fixture, say)));
    if (parts.has('saved')) lines.push(...(await benchSaved(kontor, fixture, say)));
    if (parts.has('engine')) lines.push(...(await benchEngine(kontor, fixture, say)));
    if (parts.has('browser')) lines.push(...(await benchBrowser(kontor, say)));
  }
  if (parts.has('mail')) lines.push(...(await benchMail(kontor, Number(values.mails), say)));
  if (parts.has('fan-out')) lines.push(...(await benchFanOut(kontor, say)));
  if (parts.has('search')) lines.push(...(await benchSearch(kontor, Number(values.searched), say)));
  if (parts.has('webmail')) lines.push(...(await benchWebmail(kontor, say)));
  if (parts.has('audit')) lines.push(...(await withDatabase(kontor, (_client, url) => benchAudit(url, say))));
  if (parts.has('composer')) lines.push(...(await benchComposer(kontor, say)));
  if (parts.has('thread')) lines.push(...(await benchThread(kontor, say)));
  if (parts.has('sending')) lines.push(...(await benchSending(kontor, say)));
  if (parts.has('tasks')) lines.push(...(await benchTasks(kontor, say)));
  if (parts.has('alarms')) lines.push(...(await benchAlarms(kontor, say)));
  if (parts.has('sharing')) lines.push(...(await benchSharing(kontor, say)));
  if (parts.has('record-history')) lines.push(...(await benchRecordHistory(kontor, Number(values.links), say)));
  if (parts.has('records')) lines.push(...(await benchRecords(kontor, Number(values.records), say)));
  if (parts.has('record-merging')) lines.push(...(await benchRecordMerging(kontor, Number(values.records), say)));
  if (parts.has('record-import')) lines.push(...(await benchRecordImport(kontor, Number(values.rows), say)));
  if (parts.has('start')) lines.push(...(await benchStart(say)));
  if (parts.has('overload')) lines.push(...(await withDatabase(kontor, (_client, url) => benchOverload(url, say))));
  if (parts.has('presence')) lines.push(...(await benchPresence(kontor, say)));
  if (parts.has('messages')) lines.push(...(await benchMessages(kontor, Number(values.talking), say)));
  if (parts.has('appointments')) lines.push(...(await benchAppointments(kontor, Number(values.appointments), say)));
  if (parts.has('calendar-screens')) lines.push(...(await benchCalendarScreens(kontor, say)));
  if (parts.has('invitations')) lines.push(...(await benchInvitations(say)));
  if (parts.has('finding')) lines.push(...(await benchFinding(kontor, say)));
  if (parts.has('phone'))
    lines.push(...(await benchPhone(kontor, { names: Number(values.names), calls: Number(values.calls) }, say)));
  if (parts.has('memory')) lines.push(...(await benchMemory(kontor, Number(values.minutes), say)));
} finally {
  await kontor.close();
}
console.log(
  `${items.toLocaleString('en')} items, ${hostname()}: ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}\n`,
);
console.log(table(lines));
process.exit(0);
