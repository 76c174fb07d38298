/** Context keys that every run has. */
export const RESERVED_KEYS: readonly string[] = ['workflow_name', 'workflow_version', 'run_id', 'run_timestamp'];
