/** How much of a processor work takes, in milliseconds: unlike a clock it says the same on a machine that has much else to do. */
export function cpuTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
