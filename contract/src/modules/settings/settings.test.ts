import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SETTINGS, SETTING_KEYS } from './keys.ts';

const json = (value: unknown): string => `\`${JSON.stringify(value)}\``;

test.each(SETTING_KEYS)('%s is usually what it may be', (key) => {
  const { schema, default: defaultValue } = SETTINGS[key];
  expect(v.safeParse<v.GenericSchema>(schema, defaultValue)).toMatchObject({ success: true, output: defaultValue });
});

const rows = SETTING_KEYS.map((key) => {
  const { schema, default: defaultValue, where, tab, control } = SETTINGS[key];
  const values = schema.type === 'picklist' ? schema.options.map(json).join(', ') : schema.type;
  return `| \`${key}\` | ${values} | ${json(defaultValue)} | ${where === 'server' ? 'person' : 'device'} | ${tab ?? ''} | ${control} |`;
});

const page = `# All settings

Made from \`contract/src/modules/settings/keys.ts\` by \`contract/src/modules/settings/settings.test.ts\`; with \`-u\` it is written anew. A
setting of the person is the same on all of their devices; one of the device stays there. Those without a page change by being used.

| key | may be | usually | of the | page | control |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;

test('docs/settings.md lists what there is', async () => {
  await expect(page).toMatchFileSnapshot('../../../../docs/settings.md');
});
