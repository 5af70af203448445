import type { EgressPolicy } from './resolve.ts';
import { sendTo } from './send.ts';

/** Sends a form with secrets in it to an address that a person named, as `sendTo` does. */
export const postForm = (
  address: string,
  form: Readonly<Record<string, string>>,
  policy: EgressPolicy,
): Promise<{ readonly status: number; readonly body: string }> =>
  sendTo(
    address,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
    },
    policy,
  );
