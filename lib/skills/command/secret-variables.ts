/** Reads secrets for a program: variable → name of the secret becomes variable → value. */
export async function secretVariables(
  secrets: Readonly<Record<string, string>> | undefined,
  read: (name: string) => Promise<string>,
): Promise<Record<string, string>> {
  const entries = Object.entries(secrets ?? {});
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, secret]) => [name, await read(secret)] as const)),
  );
}
