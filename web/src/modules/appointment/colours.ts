/** Colours of types and appointments, by name. None is red, amber or green: those say how something stands. */
export const COLOURS = [
  ['azure', '#2f7aa8'],
  ['blue', '#3f63b5'],
  ['indigo', '#5b56b8'],
  ['violet', '#7d4db3'],
  ['magenta', '#9a3f8f'],
  ['rose', '#a8416f'],
  ['petrol', '#1f7a80'],
  ['slate', '#56657a'],
  ['brown', '#7a5a44'],
  ['grey', '#6b6f76'],
] as const;
export type ColourName = (typeof COLOURS)[number][0];
