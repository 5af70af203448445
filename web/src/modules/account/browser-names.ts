const PROGRAMS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|FxiOS\//, 'Firefox'],
  [/\bCriOS\/|Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** How the server's command line calls itself in the audit log. */
export const COMMAND_LINE = 'kontor';

const MAX_NAME = 30;

/** What a program that is no browser calls itself, without its version and what else it tells: `curl/8.5.0` is `curl`. */
export const programName = (userAgent: string): string => userAgent.split(/[/ ]/, 1)[0]?.slice(0, MAX_NAME) ?? '';

/** Program and system of a browser, as people call them; undefined where they cannot be told. */
export function describeBrowser(userAgent: string): { program: string; system: string } | undefined {
  const program = PROGRAMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return program === undefined || system === undefined ? undefined : { program, system };
}
