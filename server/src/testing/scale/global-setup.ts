import setup from '../global-setup.ts';

/** Vitest runs this once before the project "scale", and what it returns after it. */
export default function setupScale(): Promise<() => Promise<void>> {
  process.env['KONTOR_TEST_PROFILE'] = 'scale';
  return setup();
}
