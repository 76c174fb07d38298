import { explain } from '../../lib/cloud/explain.ts';

function named(name: string, message: string, code?: string): Error {
  return Object.assign(new Error(message), { name, ...(code !== undefined && { code }) });
}

describe('an error of AWS', () => {
  it.each([
    [
      named('Error', 'Region is missing'),
      'no AWS region is set: set AWS_REGION, or a region in the profile that AWS_PROFILE names',
    ],
    [
      named('CredentialsProviderError', 'Could not load credentials from any providers'),
      'there are no AWS credentials that are accepted (Could not load credentials from any providers): sign in, or set AWS_PROFILE',
    ],
    [
      named('ExpiredTokenException', 'The security token is expired'),
      'there are no AWS credentials that are accepted (The security token is expired): sign in, or set AWS_PROFILE',
    ],
    [
      named('AccessDeniedException', 'User x is not authorized to perform: states:StartExecution'),
      'AWS does not allow it: User x is not authorized to perform: states:StartExecution',
    ],
    [named('Error', '', 'ECONNREFUSED'), 'AWS cannot be reached: ECONNREFUSED'],
    [named('TimeoutError', 'it took too long'), 'AWS cannot be reached: it took too long'],
  ])('that the user can mend is explained: %s', (error, text) => {
    expect(explain(error)).toBe(text);
  });

  it.each([new Error('x is undefined'), named('ThrottlingException', 'slow down'), 'no error', undefined])(
    'of another kind is not: %s',
    (error) => {
      expect(explain(error)).toBeUndefined();
    },
  );
});
