/** How a node can stand. */
export type Status = 'pending' | 'running' | 'passed' | 'skipped' | 'failed' | 'blocked';

/** Why a node was skipped. */
export type Reason = 'branch' | 'skip_when' | 'condition' | 'upstream' | 'before-start';
