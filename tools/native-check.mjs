// Holds the native project against what it must be: `npm run native:check`. It reads committed files alone, and needs nothing installed.
// `npm run native:check -- fresh [--write]` generates both shells anew, and needs `npm ci` in native/.
// `npm run native:check -- merged <AndroidManifest.xml>` looks at what a build has made of the manifest.
import { readFileSync } from 'node:fs';
import { generateFresh, recordFresh } from './lib/native-fresh.mjs';
import { nativeProject } from './lib/native-project.mjs';
import { mergedFaults, nativeFaults, nativeRules } from './lib/native-rules.mjs';

const [command, argument] = process.argv.slice(2);
const faults = [];
if (command === 'fresh') {
  const fresh = await generateFresh();
  faults.push(...(argument === '--write' ? recordFresh(fresh) : fresh.faults));
} else if (command === 'merged') faults.push(...mergedFaults(nativeProject(), readFileSync(argument, 'utf8')));
if (command !== 'merged') faults.push(...nativeFaults(nativeProject()));
console.log(
  faults.length ? faults.join('\n') : `${Object.keys(nativeRules).length} rules, ${nativeProject().paths.length} files`,
);
process.exitCode = faults.length ? 1 : 0;
