import type { ResourceKind } from '@kontor/contract/appointment';
import { defineTexts, plural } from '../../shell/language.ts';

export const resourceTexts = defineTexts(
  {
    kinds: { room: 'Raum', vehicle: 'Fahrzeug', machine: 'Gerät', other: 'Anderes' } satisfies Record<
      ResourceKind,
      string
    >,
    capacity: (count: number) => plural('de', count, 'Platz', 'Plätze'),
    hard: 'fest',
    gone: 'Raum oder Gerät, das es nicht mehr gibt',
  },
  {
    kinds: { room: 'Room', vehicle: 'Vehicle', machine: 'Equipment', other: 'Other' },
    capacity: (count) => plural('en', count, 'seat', 'seats'),
    hard: 'exclusive',
    gone: 'Room or equipment that is gone',
  },
);
