import { parseArgs } from 'node:util';
import { cpus } from 'node:os';
import { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { benchBrowser } from './browser.ts';
import { benchLists } from './lists.ts';
import { benchMail } from './mail.ts';
import { seedInstance } from './seed.ts';
import { table, type Line } from './table.ts';

const PARTS = ['lists', 'mail', 'browser'] as const;
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    mails: { type: 'string', default: '2000' },
    only: { type: 'string', default: PARTS.join(',') },
  },
});
const parts = new Set(values.only.split(','));
const items = Number(values.items);

const say = (text: string) => process.stderr.write(`${text}\n`);
const kontor = await KontorProcess.start({ KONTOR_DEMO_PASSWORD: 'bench bench bench' });
const lines: Line[] = [];
try {
  if (parts.has('lists') || parts.has('browser')) {
    say(`Seeding ${items.toLocaleString('en')} items …`);
    const world = await seedInstance(kontor, items);
    if (parts.has('lists')) lines.push(...(await benchLists(kontor, world, say)));
    if (parts.has('browser')) lines.push(...(await benchBrowser(kontor, say)));
  }
  if (parts.has('mail')) lines.push(...(await benchMail(kontor, Number(values.mails), say)));
} finally {
  await kontor.close();
}
console.log(`${items.toLocaleString('en')} items, ${cpus().length} cores, Node ${process.versions.node}\n`);
console.log(table(lines));
process.exit(0);
