/** No function: the thread in which the function that runs nodes executes skills of code; laid beside it as `worker.mjs`. */
import '../lib/skills/code/worker.ts';
