/** How long the device may take to find a file of the app before the server is asked for it, in milliseconds. */
const PATIENCE_MS = 4000;

/** The file that this device has or, where it has not, will not say or does not answer, the server's. */
export async function answerWith(
  find: () => Promise<Response | undefined>,
  ask: () => Promise<Response>,
  patienceMs = PATIENCE_MS,
): Promise<Response> {
  const found = find().catch(() => undefined);
  const silence = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), patienceMs);
  });
  const known = await Promise.race([found, silence]);
  // Without a network, what comes late is all there is.
  return known ?? ask().catch(async (error: unknown) => (await found) ?? Promise.reject(error as Error));
}
