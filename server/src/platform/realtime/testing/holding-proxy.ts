import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy in front of a server on this machine, as some stand at the edge of networks: once it holds, nothing comes through on either side, and both
 * connections stay open.
 */
export async function openHoldingProxy(
  port: number,
): Promise<{ readonly base: string; hold(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const server = createServer((device) => {
    const behind = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [device, behind],
      [behind, device],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        // What was held is not told of the end of the other side either.
        if (!isHeld) other.destroy();
      });
      socket.on('data', (bytes) => other.write(bytes));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
