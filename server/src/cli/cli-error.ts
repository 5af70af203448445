/** What a person at the command line did not mean, as one sentence. */
export class CliError extends Error {
  override name = 'CliError';
}
