import { toAttributes } from '../../lib/store/dynamodb-item.ts';
import { STARTS } from '../../lib/store/run-id.ts';

describe('an item of the table', () => {
  const expires = (run: string, value: Readonly<Record<string, unknown>>) =>
    toAttributes(run, 'k', { rev: 1, value }, 'w')['expires'];

  it('is forgotten by the table only where a start has claimed something for a time', () => {
    expect(expires(STARTS, { run: 'one', expires: 1769850000 })).toEqual({ N: '1769850000' });
    expect(expires(STARTS, { run: 'one' })).toBeUndefined();
    expect(expires(STARTS, { expires: 'soon' })).toBeUndefined();
    // What a workflow's own data look like is no matter.
    expect(expires('one', { expires: 1769850000 })).toBeUndefined();
  });
});
