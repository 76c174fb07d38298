import type { InDialect } from '../entry.ts';
import { error, remark, unreadable, warning } from '../entry.ts';
import { list, show } from '../show.ts';

/** What is said of triggers, and of answers that nobody gives in time. */
export const startRules = {
  eventUnbounded: error<InDialect>(
    unreadable,
    () => 'The event names neither `source` nor `detail-type`, so that nearly everything would start a run',
    () => 'Say at least who sends it or what has happened, as in `source: [aws.s3]`.',
  ),
  eventValues: error<InDialect & { path: string }>(
    unreadable,
    ({ path }) => `\`${path}\` of the event must be a list of values and matchers with something in it`,
    () => 'Each field of a pattern has a list, also for a single value, as in `status: [open]`.',
  ),
  eventPath: error<InDialect & { name: string; path: string }>(
    unreadable,
    ({ name, path }) => `The input ${show(name)} is to be taken from ${show(path)}, which is no path in an event`,
    () =>
      'Write id, source, detail-type, time, account, region, resources or detail, and what lies in it, as in `detail.order.id`.',
  ),
  eventInputReserved: error<InDialect>(
    unreadable,
    () => 'The field "stepwright" of the input is kept for the tools that start runs',
  ),
  eventInputMissing: error<InDialect & { names: readonly string[] }>(
    unreadable,
    ({ names }) =>
      `A run that this event starts would lack ${list(names.map(show))}, which the workflow declares as required`,
    () => 'Take it from the event, as in `input: {order: detail.order.id}`, or give the input a default.',
  ),
  eventOfItself: warning<InDialect>(
    remark,
    () => 'The event may be that of an execution which it has started itself, and so on without end',
    () => 'Say whose executions are meant: `detail: {stateMachineArn: […]}`.',
  ),
  timeoutAnswerEmpty: error<{ id: string }>(
    'G17',
    ({ id }) => `\`on_timeout\` of ${show(id)} names neither a label nor a text nor a failure`,
  ),
  timeoutAnswerBoth: error<{ id: string }>(
    'G17',
    ({ id }) => `\`on_timeout\` of ${show(id)} is a failure and an answer at once`,
    () => 'Keep `fail`, or `label` and `text`.',
  ),
  timeoutLabelUnknown: error<{ id: string; label: string; offered: readonly string[] }>(
    'G17',
    ({ id, label, offered }) =>
      `\`on_timeout\` of ${show(id)} chooses ${show(label)}, but ${offered.length === 0 ? 'that node offers no label' : `offered are ${list(offered.map(show))}`}`,
  ),
  timeoutLabelMissing: error<{ id: string; offered: readonly string[] }>(
    'G17',
    ({ id, offered }) =>
      `\`on_timeout\` of ${show(id)} names no label, though one of ${list(offered.map(show), 'or')} must be chosen`,
  ),
  choiceUnknown: error<{ id: string; choice: string; offered: readonly string[] }>(
    'G17',
    ({ id, choice, offered }) =>
      `The skill of ${show(id)} offers the choice ${show(choice)}, but the node's labels are ${list(offered.map(show))}`,
  ),
  timeoutAnswerIdle: warning<{ id: string }>(
    'G18',
    ({ id }) => `\`on_timeout\` of ${show(id)} has no effect, because that node does not wait for a person`,
    () => 'It is for nodes with `human: true`.',
  ),
};
