// `npm run new-module -- NAME [--icon NAME] [--de "Eine,Viele,Neue"] [--en "One,Many,New one"]`: the module of a new kind of item, with a list,
// a detail that is written in its place, links, states, alarms, history, sharing and tests. `-- --remove NAME` takes one away that no release has.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeKind, removeKind } from './lib/new-module.mjs';
import { refuse, root, run } from './lib/run.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { icon: { type: 'string' }, de: { type: 'string' }, en: { type: 'string' }, remove: { type: 'string' } },
});

const wordsOf = (given, name) => {
  const title = name[0].toUpperCase() + name.slice(1);
  const [one = title, many = `${title}s`, fresh = `${title} (new)`] =
    given?.split(',').map((word) => word.trim()) ?? [];
  return { one, many, fresh };
};

const [name] = positionals;
try {
  if (values.remove !== undefined) {
    removeKind(root, values.remove);
    console.log(`${values.remove} is gone.`);
  } else {
    if (name === undefined) refuse('Say what the kind is called: npm run new-module -- NAME');
    const de = wordsOf(values.de, name);
    const en = wordsOf(values.en, name);
    const { made, touched } = await makeKind(root, { name, icon: values.icon ?? 'bookmark-simple', de, en });
    await run(join(root, 'node_modules', '.bin', 'oxfmt'), [...made, ...touched]);
    console.log(`Made:\n  ${made.join('\n  ')}\nChanged:\n  ${touched.join('\n  ')}`);
  }
} catch (error) {
  refuse(error.message);
}
