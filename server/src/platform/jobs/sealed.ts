import type { ChangeContext } from '../operation/context.ts';

/** Seals what a job bears for some hours, so that whoever reads the jobs cannot use it. It is opened by the same `binding`, and is lost where keys are changed meanwhile. */
export const sealForJob = ({ secrets }: Pick<ChangeContext, 'secrets'>, plain: string, binding: string): string =>
  secrets.seal(plain, binding);
