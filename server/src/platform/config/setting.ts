import * as v from 'valibot';

/** What defaults may depend on: the folder Kontor was started in, and the settings that stand further up in the table. */
export interface Known {
  readonly cwd: string;
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  readonly publicUrl: string | undefined;
  readonly logFormat: 'json' | 'pretty';
  readonly s3Endpoint: string | undefined;
}

export interface Setting<T> {
  /** The name in the environment and in the file. */
  readonly name: string;
  readonly description: string;
  /** What is accepted, to be read after "must be". */
  readonly allowed: string;
  /** The default in words, for the documentation. */
  readonly default: string;
  readonly parse: v.GenericSchema<string, T>;
  readonly fallback: (known: Known) => T;
  /** Its value is never printed. */
  readonly secret?: boolean;
}

/** A setting as it is written in the table. */
export const setting = <T>(it: Setting<T>): Setting<T> => it;

export const whole = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(min), v.maxValue(max));
export const yesNo = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off']),
  v.transform((text) => ['true', '1', 'yes', 'on'].includes(text)),
);
export const yesNoAllowed = 'true or false';
export const isWebUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

/** Words that are divided by commas. */
export const list = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean),
  ),
);
