/** Questions to the person at the terminal. Each resolves to undefined when they leave with Ctrl-C or Escape. */
export interface Ask {
  text(question: TextQuestion): Promise<string | undefined>;
  confirm(message: string): Promise<boolean | undefined>;
  /** Resolves to the value of the option that is chosen. */
  select(message: string, options: readonly AskOption[]): Promise<string | undefined>;
}

export interface TextQuestion {
  readonly message: string;
  /** What an empty answer means. */
  readonly fallback?: string;
  /** Why an answer will not do. */
  readonly check?: (answer: string) => string | undefined;
}

export interface AskOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** Asks on this process's terminal. The library is loaded with the first question. */
export function askInTerminal(): Ask {
  const load = () => import('@clack/prompts');
  return {
    async text({ message, fallback, check }) {
      const { text, isCancel } = await load();
      const answer = await text({
        message,
        ...(fallback !== undefined && { placeholder: fallback, defaultValue: fallback }),
        validate: (value = '') => check?.(value === '' ? (fallback ?? '') : value),
      });
      return isCancel(answer) ? undefined : answer;
    },
    async confirm(message) {
      const { confirm, isCancel } = await load();
      const answer = await confirm({ message });
      return isCancel(answer) ? undefined : answer;
    },
    async select(message, options) {
      const { select, isCancel } = await load();
      const choices = options.map(({ value, label, hint }) => ({ value, label, ...(hint !== undefined && { hint }) }));
      const answer = await select<string>({ message, options: choices });
      return isCancel(answer) ? undefined : answer;
    },
  };
}
