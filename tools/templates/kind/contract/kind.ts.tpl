import { defineItemKind } from '../../kernel/item-kind.ts';

/** {{en.one}}. */
export const {{name}}Kind = /* @__PURE__ */ defineItemKind({
  name: '{{name}}',
  number: {{number}},
  icon: '{{icon}}',
  words: {
    de: { one: '{{de.one}}', many: '{{de.many}}', fresh: '{{de.fresh}}' },
    en: { one: '{{en.one}}', many: '{{en.many}}', fresh: '{{en.fresh}}' },
  },
  rights: { list: { name: '{{name}}List', bit: {{bit}} }, create: { name: 'create{{Name}}', bit: {{bit+1}} } },
  routes: {
    list: { name: '{{name}}List', path: '/{{name}}s/:view/:date/:source' },
    detail: { name: '{{name}}', path: '/{{name}}/:id/:activityListLocation/:editOrView' },
  },
  isCounted: true,
  isArchivedByLink: true,
  notices: { setting: 'notifications{{Name}}Enabled' },
  alarms: { types: { {{name}}: null }, at: 'about' },
});
