import { browserEnvironment } from './client/environment.ts';
import { startApp } from './start.tsx';
import { guardMarkup } from './ui/trusted.ts';

async function main(): Promise<void> {
  guardMarkup();
  const root = document.getElementById('root');
  if (root !== null) await startApp(browserEnvironment(), root, tellOfFailure);
}

/** What a person sees where a part of the app could not be loaded; nothing of the app can be relied on here. */
function tellOfFailure(error: unknown): void {
  reportError(error);
  const isGerman = navigator.language.startsWith('de');
  const text = document.createElement('p');
  text.textContent = isGerman ? 'Kontor konnte nicht geladen werden.' : 'Kontor could not be loaded.';
  const button = document.createElement('button');
  button.textContent = isGerman ? 'Erneut laden' : 'Load again';
  button.addEventListener('click', () => location.reload());
  document.getElementById('root')?.replaceChildren(text, button);
}

main().catch(tellOfFailure);
