import { MailServerError, type MailServerFault } from '../mailwire/index.ts';
import { connectSubmit, type ConnectParts } from './connect.ts';
import { connectionFault } from './faults.ts';

/** Signs in where mails would be handed over. Never throws: what went wrong is the answer. */
export async function testSubmit(parts: ConnectParts): Promise<{
  readonly fault: MailServerFault | null;
  readonly size: number | null;
  readonly extensions: readonly string[];
}> {
  try {
    const connection = await connectSubmit(parts);
    const lines = connection.transcript.extensions;
    connection.close();
    const size = Number(/^SIZE (\d+)/im.exec(lines.join('\n'))?.[1] ?? 0);
    return { fault: null, size: size > 0 ? size : null, extensions: lines.map((line) => line.split(' ')[0] ?? '') };
  } catch (error) {
    const address = `${parts.server.host}:${parts.server.port}`;
    const fault = error instanceof MailServerError ? error.fault : connectionFault(error, address, null);
    return { fault, size: null, extensions: [] };
  }
}
