import { defineTexts } from '../../shell/index.ts';
import type { ColourName } from './colours.ts';

export const colourTexts = defineTexts(
  {
    names: {
      azure: 'Azur',
      blue: 'Blau',
      indigo: 'Indigo',
      violet: 'Violett',
      magenta: 'Magenta',
      rose: 'Rosé',
      petrol: 'Petrol',
      slate: 'Schiefer',
      brown: 'Braun',
      grey: 'Grau',
    } satisfies Record<ColourName, string>,
  },
  {
    names: {
      azure: 'Azure',
      blue: 'Blue',
      indigo: 'Indigo',
      violet: 'Violet',
      magenta: 'Magenta',
      rose: 'Rose',
      petrol: 'Petrol',
      slate: 'Slate',
      brown: 'Brown',
      grey: 'Grey',
    },
  },
);
