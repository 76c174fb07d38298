/** Names that common highlighters know, in lower case. */
export const LANGUAGES: readonly string[] = [
  ...['bash', 'bat', 'c', 'console', 'cpp', 'csharp', 'css', 'csv', 'diff', 'dockerfile', 'dotenv', 'go', 'graphql'],
  ...['hcl', 'html', 'http', 'ini', 'java', 'javascript', 'js', 'json', 'json5', 'jsonc', 'jsx', 'kotlin', 'lua'],
  ...['makefile', 'markdown', 'md', 'mermaid', 'php', 'plaintext', 'powershell', 'properties', 'protobuf', 'python'],
  ...['r', 'regex', 'ruby', 'rust', 'scss', 'sh', 'shell', 'sql', 'svg', 'swift', 'text', 'toml', 'ts', 'tsx', 'txt'],
  ...['typescript', 'vue', 'xml', 'yaml', 'yml', 'zsh'],
];

/** The language of a block of code where its text leaves no doubt. */
export function guessLanguage(code: string): string | undefined {
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  const first = lines[0] ?? '';
  if (/^\$ \S/.test(first)) return 'console';
  if (/^#!.*\b(ba|z|da)?sh\b/.test(first)) return 'sh';
  if (/^--- \S/.test(first) && /^\+\+\+ \S/.test(lines[1] ?? '')) return 'diff';
  return isJsonObject(code) ? 'json' : undefined;
}

/** Only objects and lists: a lone number or a quoted word is JSON too, but was hardly meant as such. */
function isJsonObject(code: string): boolean {
  try {
    const value: unknown = JSON.parse(code);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
