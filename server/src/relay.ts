import { listenFault } from './platform/listen-fault.ts';
import { onStopSignal } from './platform/signals.ts';
import { StartError } from './platform/start-error.ts';
import { loadRelayConfig } from './relay/settings.ts';
import { startRelay, type Relay } from './relay/start.ts';

// What the maker of an app runs beside, or far from, servers of others: `node server/src/relay.ts`.

/** How often it is said what became of messages, where there were any. */
const SAY_MS = 5 * 60_000;

function sayCounts({ counts }: Relay): () => void {
  let said = '';
  return () => {
    const text = Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
    if (text !== said) console.log(`Messages so far: ${text}`);
    said = text;
  };
}

try {
  const config = loadRelayConfig({ env: process.env, cwd: process.cwd() });
  const relay = await startRelay(config).catch((error: unknown) => {
    throw listenFault(error, config, { host: 'KONTOR_RELAY_HOST', port: 'KONTOR_RELAY_PORT' });
  });
  console.log(`The relay listens at http://${config.host}:${relay.port}`);
  const timer = setInterval(sayCounts(relay), SAY_MS);
  onStopSignal(() => {
    clearInterval(timer);
    console.log('The relay stops.');
    void relay.close().then(() => process.exit(0));
  });
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
