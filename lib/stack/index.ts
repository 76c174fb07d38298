// The constructs, for CDK apps: `import { Workflow } from 'stepwright/cdk'`.
export { addWorkflowStacks } from './app.ts';
export type { ScheduleProps } from './schedule.ts';
export { stackName } from './stack-name.ts';
export { UserError } from './user-error.ts';
export { Workflow } from './workflow.ts';
export type { WorkflowProps } from './workflow.ts';
export { WorkflowStack } from './workflow-stack.ts';
