/** Whether two epochs are of one execution: those of its redrives are. */
export function sameExecution(one: string, other: string): boolean {
  return executionOf(one) === executionOf(other);
}

/** The name of the execution that an epoch is of. */
export function executionOf(epoch: string): string {
  const end = epoch.lastIndexOf('/');
  return end === -1 ? epoch : epoch.slice(0, end);
}

/** Which redrive of its execution an epoch is: 0 before the first. */
export function redriveOf(epoch: string): number {
  const count = Number(epoch.slice(executionOf(epoch).length + 1));
  return Number.isSafeInteger(count) ? count : 0;
}
