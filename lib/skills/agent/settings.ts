/** What a project says of its agents (`agent` in `stepwright.yaml`); a skill's own manifest goes before it. */
export interface AgentSettings {
  /** The agent's command line, a word each. */
  readonly command?: readonly string[] | undefined;
  readonly workspace?: 'git' | 'folder' | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Names of variables of this machine that agents get besides the common ones. */
  readonly pass?: readonly string[] | undefined;
  /** Variable → name of the secret that it gets. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Whether what they print is logged; it is, where nothing is said. */
  readonly log?: boolean | undefined;
  /** Whether what an agent has changed is kept as a branch `stepwright/<run>/<node>` too. */
  readonly branch?: boolean | undefined;
}
