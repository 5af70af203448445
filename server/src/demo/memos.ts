import type { PersonKey } from './people.ts';

/** A talk with somebody of a customer, as it was written down. */
export interface DemoMemo {
  /** Who wrote it, by the name they sign in with. */
  readonly by: string;
  readonly with: PersonKey;
  /** By the demo's calendar. */
  readonly at: string;
  readonly minutes: number;
  readonly title: string;
  readonly text: string;
}

export const MEMOS: readonly DemoMemo[] = [
  {
    by: 'anna',
    with: 'hoffmeister',
    at: '8 11:20',
    minutes: 9,
    title: 'Telefonat: Besuch und Förderung',
    text: 'Freitagnachmittag passt, sie kommen zu dritt. Der Antrag muss vor der Bestellung gestellt sein, das weiß er jetzt. Ein förmliches Angebot will er noch nicht.',
  },
  {
    by: 'anna',
    with: 'adomeit',
    at: '13 09:40',
    minutes: 4,
    title: 'Rückruf wegen der Füllventile',
    text: 'Lieferung in zwei Teilen ist in Ordnung. Die Dichtungen zuerst, die Ventile bis Monatsende.',
  },
  {
    by: 'anna',
    with: 'degroot',
    at: '6 14:05',
    minutes: 12,
    title: 'Talked about the spare parts list',
    text: 'Joost keeps two sets on site from now on. He asks for a price for five years.',
  },
  {
    by: 'ben',
    with: 'sievers',
    at: '4 08:30',
    minutes: 6,
    title: 'Störung geklärt, Techniker nicht nötig',
    text: 'Der Sensor war verschmutzt. Nach der Reinigung läuft die Anlage wieder. Bei der nächsten Wartung ansehen.',
  },
];
