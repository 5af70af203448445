import type { EgressPolicy } from '../egress/index.ts';
import { connectMailServer, withDeadline } from './connect.ts';
import { faultOf, type MailServerFault } from './faults.ts';
import { isListed, planFolders } from './folders.ts';
import type { MailServerAddress } from './server.ts';

/** Signs in and counts what Kontor would read. Never throws: what went wrong is the answer. */
export async function testMailServer(
  server: MailServerAddress,
  policy: EgressPolicy,
): Promise<{ fault: MailServerFault | null; folders: number; mails: number }> {
  try {
    const client = await connectMailServer(server, policy);
    try {
      const list = await withDeadline(client, client.list({ statusQuery: { messages: true } }));
      const folders = planFolders(list).folders.filter(({ role }) => isListed(role));
      return { fault: null, folders: folders.length, mails: folders.reduce((sum, { mails }) => sum + mails, 0) };
    } finally {
      client.close();
    }
  } catch (error) {
    return { fault: faultOf(error, `${server.host}:${server.port}`), folders: 0, mails: 0 };
  }
}
