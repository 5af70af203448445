import setup from '../global-setup.ts';

const isOfTests = ([name]: readonly [string, unknown]): boolean => name.startsWith('KONTOR_TEST_');

/**
 * Vitest runs this once before the project "scale", and what it returns after it. A file of journeys does so amid others, which go on
 * with the services that they had.
 */
export default async function setupScale(): Promise<() => Promise<void>> {
  const before = Object.entries(process.env).filter(isOfTests);
  process.env['KONTOR_TEST_PROFILE'] = 'scale';
  const stop = await setup();
  return async () => {
    await stop();
    for (const [name] of Object.entries(process.env).filter(isOfTests)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, Object.fromEntries(before));
  };
}
