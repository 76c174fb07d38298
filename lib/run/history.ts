/** An event as the service's execution history counts them; `state` is the name of the state that it belongs to. */
export interface HistoryEvent {
  readonly type: string;
  readonly state?: string;
  /** Of a failure: the error's name. */
  readonly error?: string;
}
