/**
 * A watch for processor time: calling the result gives the milliseconds used since. Unlike the clock's, they hang little
 * on what else the machine does.
 */
export function cpuWatch(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
