import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import { artifactContract, projectFiles } from './artifact-contract.ts';
import { stateContract } from './state-contract.ts';

describe('runs in memory', () => {
  stateContract(() => {
    const store = memoryState();
    return Promise.resolve({ store, reopen: () => Promise.resolve(store), close: () => Promise.resolve() });
  });
});

describe('artifacts in memory', () => {
  artifactContract(() => Promise.resolve({ store: memoryArtifacts(projectFiles), close: () => Promise.resolve() }));
});
