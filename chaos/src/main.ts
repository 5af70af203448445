import { runChaos, type Outcome } from './run.ts';
import { settingsOf, type Settings } from './settings.ts';
import { LeftOut } from './world/machines.ts';
import { INVARIANTS } from './check/violations.ts';

/** Violations of one kind that are shown. */
const MAX_SHOWN = 5;
const MAX_PLAN = 40;

async function main(): Promise<void> {
  const settings = settingsOf(process.env);
  console.log(
    `Chaos with the seed ${settings.seed}${settings.servers === 1 ? '' : `, ${settings.servers} servers`}${settings.defect === undefined ? '' : `, broken by ${settings.defect.name}`}.`,
  );
  const outcome = await runChaos(settings);
  tellFigures(outcome);
  tellViolations(outcome, settings);
  process.exit(outcome.violations.length === 0 ? 0 : 1);
}

function tellFigures({ figures, violations }: Outcome): void {
  const lines = [...figures, ...INVARIANTS.map((name) => [`not so: ${name}`, countOf(violations, name)] as const)];
  const width = Math.max(...lines.map(([what]) => what.length));
  for (const [what, number] of lines) console.log(`${what.padEnd(width)}  ${String(number).padStart(10)}`);
}

const countOf = (violations: Outcome['violations'], name: string): number =>
  violations.filter(({ invariant }) => invariant === name).length;

function tellViolations({ violations, plan, folder, storyOf, seed }: Outcome, settings: Settings): void {
  if (violations.length === 0) return;
  for (const name of INVARIANTS) {
    const some = violations.filter(({ invariant }) => invariant === name);
    if (some.length === 0) continue;
    console.log(`\nNot so: ${name} (${some.length})`);
    for (const { detail } of some.slice(0, MAX_SHOWN)) console.log(`  ${detail}`);
    const item = some.find((one) => one.item !== undefined)?.item;
    if (item !== undefined)
      console.log(`  the last of item ${item.instance} ${item.id}:\n    ${storyOf(item).join('\n    ')}`);
  }
  console.log(`\nWhat went wrong on purpose, the last of it:\n  ${plan.slice(-MAX_PLAN).join('\n  ')}`);
  console.log(`\nThe journals and the server's log are in ${folder}.`);
  const defect = settings.defect === undefined ? '' : ` KONTOR_CHAOS_DEFECT=${settings.defect.name}`;
  const servers = settings.servers === 1 ? '' : ` KONTOR_CHAOS_SERVERS=${settings.servers}`;
  console.log(`To repeat it: KONTOR_CHAOS_SEED=${seed}${servers}${defect} npm run test:chaos`);
}

main().catch((error: unknown) => {
  if (error instanceof LeftOut) {
    console.log(error.message);
    process.exit(0);
  }
  console.error(error);
  process.exit(2);
});
