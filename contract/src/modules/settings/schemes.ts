import * as v from 'valibot';
import {
  NothingSchema,
  defineCommand,
  defineEvent,
  defineQuery,
  eventPayload,
  takingAnswer,
  text,
} from '../../kernel/index.ts';
import { DEFAULT_SCHEME } from './keys.ts';

/** Most schemes that an instance may have, beside the one that is always there. */
export const MAX_SCHEMES = 100;
export const MAX_SCHEME_NAME = 60;

const ColourSchema = v.pipe(v.string(), v.toLowerCase(), v.regex(/^#[0-9a-f]{6}$/, 'COLOUR_INVALID'));

/** The three colours that all others are mixed from, and the one of states where they are to have one colour. As `#rrggbb`. */
export const ColoursSchema = v.strictObject({
  primary: ColourSchema,
  secondary: ColourSchema,
  dark: ColourSchema,
  uniColor: v.optional(ColourSchema),
});
export type Colours = v.InferOutput<typeof ColoursSchema>;

const SchemeSchema = v.strictObject({ label: text(MAX_SCHEME_NAME), value: ColoursSchema });
type Scheme = v.InferOutput<typeof SchemeSchema>;

export const DEFAULT_COLOURS: Colours = { primary: '#1f5fae', secondary: '#2f8f9d', dark: '#10151d' };

/** A scheme as it travels: the text of a JSON object. */
export const schemeText = (label: string, value: Colours): string => JSON.stringify({ label, value } satisfies Scheme);

/** What such a text says; undefined where it is none. */
export function readScheme(given: string): Scheme | undefined {
  try {
    const scheme = v.safeParse(SchemeSchema, JSON.parse(given));
    return scheme.success ? scheme.output : undefined;
  } catch {
    return undefined;
  }
}

const SchemeTextSchema = v.pipe(
  text(1000),
  v.check((given) => readScheme(given) !== undefined, 'SCHEME_INVALID'),
);
const named = { name: text(MAX_SCHEME_NAME) };
const example = { name: 'Fjord', scheme: schemeText('Fjord', { ...DEFAULT_COLOURS, primary: '#0b6e5f' }) };

const ListedSchemeSchema = v.object({
  name: v.string(),
  scheme: v.string(),
  /** Whether this person may change and delete it: whoever made it, and administrators. */
  changeable: v.boolean(),
});

/** The colour schemes of the instance, the one that is always there first. */
export const colourSchemes = defineQuery({
  name: 'theme.colourSchemes',
  params: NothingSchema,
  result: v.array(ListedSchemeSchema),
  refreshOn: () => ['colourSchemes'],
  example: {
    params: {},
    result: [
      { name: DEFAULT_SCHEME, scheme: schemeText(DEFAULT_SCHEME, DEFAULT_COLOURS), changeable: false },
      { ...example, changeable: true },
    ],
  },
});

/** Adds a scheme for all of the instance. White space around the name is left out; the answer has the name that it got. */
export const createColourScheme = defineCommand({
  name: 'theme.createColourScheme',
  params: v.strictObject({ ...named, scheme: SchemeTextSchema }),
  result: v.object(named),
  errors: ['NAME_REQUIRED', 'NAME_TAKEN', 'TOO_MANY_SCHEMES'],
  example: { params: example, result: { name: 'Fjord' } },
});

/** Gives a scheme other colours. Whoever uses it sees them at once. */
export const updateColourScheme = defineCommand({
  name: 'theme.updateColourScheme',
  params: takingAnswer({ ...named, scheme: SchemeTextSchema }, ListedSchemeSchema),
  result: v.object(named),
  errors: ['NAME_REQUIRED', 'NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: example, result: { name: 'Fjord' } },
});

/** Whoever used it has the one that is always there. */
export const deleteColourScheme = defineCommand({
  name: 'theme.deleteColourScheme',
  params: v.strictObject(named),
  result: NothingSchema,
  errors: ['NAME_REQUIRED', 'NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { name: 'Fjord' }, result: {} },
});

/** The schemes of the instance are others. Goes to all of its people. */
export const colourSchemesChanged = defineEvent('theme.colourSchemesChanged', v.object(eventPayload));

export const themeQueries = { colourSchemes } as const;
export const themeCommands = { createColourScheme, updateColourScheme, deleteColourScheme } as const;
export const themeEvents = { colourSchemesChanged } as const;
export const themeProblems = { NAME_REQUIRED: 422, NAME_TAKEN: 422, TOO_MANY_SCHEMES: 422 } as const;
