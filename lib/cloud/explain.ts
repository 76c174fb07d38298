import { NEWER_RECORD } from '../node/record-format.ts';

const noCredentials = [
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
  'TokenProviderError',
  'UnrecognizedClientException',
];
const denied = ['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'];
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'TimeoutError'];

/**
 * What an error of the AWS SDK, or a record that cannot be read, means for who uses the tool; undefined where it is none
 * that the user can mend.
 */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message } = error;
  if (name === NEWER_RECORD) return message;
  if (message === 'Region is missing')
    return 'no AWS region is set: set AWS_REGION, or a region in the profile that AWS_PROFILE names';
  if (noCredentials.includes(name))
    return `there are no AWS credentials that are accepted (${message}): sign in, or set AWS_PROFILE`;
  if (denied.includes(name)) return `AWS does not allow it: ${message}`;
  const code = (error as { code?: unknown }).code;
  if (unreachable.includes(name) || (typeof code === 'string' && unreachable.includes(code)))
    return `AWS cannot be reached: ${message || String(code)}`;
  return undefined;
}
