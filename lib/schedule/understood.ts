/** What a schedule in everyday words means, as a cron expression of five fields. */
export type Understood =
  | { readonly kind: 'cron'; readonly cron: string }
  /** It can mean several things, or cron can only come near to it: what it may mean, the likeliest first. */
  | { readonly kind: 'ambiguous'; readonly why: string; readonly options: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: string };
