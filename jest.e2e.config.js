import unit from './jest.config.js';

/**
 * Tests against the emulated cloud: slow, one after another, and only with `npm run test:e2e`.
 * @type {import('jest').Config}
 */
export default {
  ...unit,
  displayName: 'e2e',
  testMatch: ['**/*.e2e.ts'],
  testTimeout: 300_000,
};
