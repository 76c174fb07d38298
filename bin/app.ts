// The CDK app that `cdk` and `stepwright deploy` run: a stack for each workflow of the current folder.
import { App } from 'aws-cdk-lib';
import { addWorkflowStacks, UserError } from '../lib/stack/index.ts';

const app = new App();
try {
  addWorkflowStacks(app);
} catch (error) {
  // What the user has to mend is told without the trace of a bug, and what is there of a stack is not synthesised.
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exit(1);
}
app.synth();
