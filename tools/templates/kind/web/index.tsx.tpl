import { {{name}}Queries } from '@kontor/contract/{{name}}';
import { lazily } from '../../ui/lazily.tsx';
import { kindManifest } from '../activity/index.tsx';

const {{Name}}Detail = lazily(() => import('./detail.tsx').then((module) => module.{{Name}}DetailScreen));
const Kept{{Name}}s = lazily(() =>
  import('../activity/written/index.ts').then(({ keptEdits }) =>
    keptEdits('{{name}}', () => import('./fields.ts').then((module) => module.{{NAME}}S)),
  ),
);

export const manifests = [
  kindManifest('{{name}}', {
    order: {{order}},
    detail: {{Name}}Detail,
    list: { load: () => import('./list.tsx').then((module) => module.{{name}}List), order: {{order}}, keys: '' },
    begin: {
      order: {{order}},
      key: '',
      run: (given, open) => import('./begin.ts').then((module) => module.begin{{Name}}(given, open)),
    },
    bar: Kept{{Name}}s,
    prepare: {
      {{name}}: (client, aggregateId) => client.ask.prepare({{name}}Queries.details, { aggregateId }),
    },
  }),
];
