/** Whether two epochs are of one execution: those of its redrives are. */
export function sameExecution(one: string, other: string): boolean {
  return executionOf(one) === executionOf(other);
}

function executionOf(epoch: string): string {
  const end = epoch.lastIndexOf('/');
  return end === -1 ? epoch : epoch.slice(0, end);
}
