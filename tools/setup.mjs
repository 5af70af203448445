// Makes a clone ready: `node tools/setup.mjs start` or `test`. npm runs it before `npm start` and `npm test`.
// Only static imports of Node's own modules here, so that an old Node reaches the sentence below.
const mode = process.argv[2];

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Kontor needs Node 20 or newer to set itself up; this is Node ${process.versions.node}.`);
  process.exit(1);
}
if (mode !== 'start' && mode !== 'test') {
  console.error('Usage: node tools/setup.mjs start|test');
  process.exit(1);
}

try {
  const { install, requireBroughtNode } = await import('./lib/install.mjs');
  const { buildWeb } = await import('./lib/build-web.mjs');
  const { broughtNode, run } = await import('./lib/run.mjs');
  await install();
  await requireBroughtNode();
  await buildWeb();
  const processes = await run(broughtNode(), ['tools/build-processes.mjs']);
  if (processes.code !== 0)
    throw new Error(`what its small processes run could not be built: ${processes.output.trim()}`);
  if (mode === 'test') await (await import('./lib/test-tools.mjs')).provideTestTools();
} catch (error) {
  console.error(
    error?.code === 'ENOSPC'
      ? 'Kontor could not be set up: the disk is full.'
      : `Kontor could not be set up: ${error?.message ?? error}`,
  );
  process.exit(1);
}
