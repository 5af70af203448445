import { defineTexts } from '../../shell/index.ts';

export const scopeTexts = defineTexts(
  { one: 'Nur dieser Termin', following: 'Dieser und alle folgenden', all: 'Alle der Serie' },
  { one: 'This appointment only', following: 'This and all following', all: 'All of the series' },
);
