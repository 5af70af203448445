// Loaded into the server, or into the run itself, to break it on purpose: the source text of a file is changed while it is read.
import { registerHooks } from 'node:module';
import { DEFECTS } from './defects.ts';

const name = process.env['KONTOR_CHAOS_DEFECT'] ?? '';
const defect = DEFECTS[name];
if (defect === undefined) throw new Error(`There is no defect named ${name}.`);
const { file, from, to } = defect;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(file)) return loaded;
    const text = Buffer.from(loaded.source as Uint8Array).toString();
    // A defect that breaks nothing any more would be taken for one that nobody notices.
    if (!text.includes(from)) throw new Error(`The defect ${name} finds nothing to break in ${file}.`);
    return { ...loaded, source: text.replaceAll(from, to) };
  },
});
