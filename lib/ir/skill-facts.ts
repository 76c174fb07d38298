/** What compiling a workflow needs to know of a node's skill; nothing of how the skill is executed. */
export interface SkillFacts {
  readonly kind: 'code' | 'builtin' | 'prompt' | 'agent' | 'command' | 'http' | 'lambda' | 'workflow' | 'human';
  /**
   * Where its handler runs in the cloud: in the workflow's function, in the one for prompts, in a function of the
   * skill's own, or as a container task, which has no limit of 15 minutes.
   */
  readonly host: 'shared' | 'prompt' | 'own' | 'container';
  /** Whether its Task waits for a token: the answer comes from elsewhere, perhaps much later. */
  readonly waits: boolean;
  /** Of a skill that asks a person. */
  readonly question?: string;
  /** What the person may choose from, where that is not all that the node offers. */
  readonly choices?: readonly string[];
  /** The answer where nobody gives one, and the node states none. */
  readonly onTimeout?: { readonly label?: string; readonly text?: string; readonly fail?: string };
  /** Seconds, where the node states none. */
  readonly timeoutSeconds?: number;
  /** Whether it works in a copy of the project, and what it changes there goes on to the nodes behind it. */
  readonly workspace?: boolean;
}
