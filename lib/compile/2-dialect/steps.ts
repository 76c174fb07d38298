import type { Report } from '../../diagnostics/report.ts';
import type { Graph, GraphEdge, GraphNode, Guard, OnError } from '../../ir/graph.ts';
import { nameless } from '../../ir/nameless.ts';
import type { Position, Text } from '../../ir/position.ts';
import { skillName } from '../../ir/skill-name.ts';
import type { Source, SourceMap } from '../../ir/source.ts';
import { entryOf } from '../../ir/source.ts';
import { lowerShared, lowerTimeout, lowerWork, refuseEmpty } from './common.ts';
import { checkId, checkName, normalised } from './names.ts';
import { parsePredicate } from './predicate.ts';
import { present } from './present.ts';
import { flagOf, mapsOf, textOf, textsOf, wordOf } from './read.ts';
import { describe } from './shape.ts';

const DEFAULT_TIMEOUT = 300;
const DEFAULT_VERSION = '1.0.0';
const READS = /\{\{context\.([a-zA-Z0-9_]+)\}\}/g;

/** Lowers a file of the steps dialect. What is missing or ill-typed has been told and is left out. */
export function lowerSteps(root: SourceMap, report: Report): Graph {
  const workflow = mapAt(root, 'workflow');
  const defaults = mapAt(root, 'defaults');
  refuseEmpty(workflow, ['name'], '`workflow`', 'steps', report);
  const name = textOf(workflow, 'name') ?? { text: '', at: workflow?.at ?? root.at };
  checkName(name, 'steps', report);
  const description = textOf(workflow, 'description')?.text;
  const client = textOf(workflow, 'client')?.text;
  const outputFormat = wordOf(defaults, 'output_format', ['chat', 'notion', 'both']);
  const defaultTimeout = lowerTimeout(defaults);
  const stop = flagOf(defaults, 'stop_on_error') ?? true;
  const maps = mapsOf(root, 'steps');
  const list = entryOf(root, 'steps');
  if (list?.value.kind === 'list' && list.value.items.length === 0) report('noSteps', {}, list.keyAt);
  const nodes = maps.map(([step, i]) => lowerStep(step, i, { stop, timeout: defaultTimeout }, report));
  return {
    dialect: 'steps',
    name,
    version: lowerVersion(workflow, name.at, report),
    ...present({ description, client, outputFormat, defaultTimeout }),
    tags: textsOf(workflow, 'tags').map(({ text }) => text),
    nodes,
    edges: maps.flatMap(([step], i) => lowerDependencies(step, nodes[i]!, report)),
    ...lowerShared(root),
  };
}

function mapAt(root: SourceMap, key: string): SourceMap | undefined {
  const value = entryOf(root, key)?.value;
  return value?.kind === 'map' ? value : undefined;
}

function lowerVersion(workflow: SourceMap | undefined, at: Position, report: Report): Text {
  const version = textOf(workflow, 'version');
  if (version && version.text !== '') return version;
  if (workflow) report('versionMissing', {}, version?.at ?? at);
  return { text: DEFAULT_VERSION, at };
}

interface Defaults {
  readonly stop: boolean;
  readonly timeout: { readonly value: number; readonly at: Position } | undefined;
}

function lowerStep(map: SourceMap, index: number, defaults: Defaults, report: Report): GraphNode {
  const id = textOf(map, 'id');
  if (id) checkId(normalised(id), 'steps', report);
  const name = textOf(map, 'name')?.text;
  const guard = lowerCondition(map, report);
  const args = lowerArgs(map, report);
  const timeout = lowerTimeout(map) ?? defaults.timeout;
  const outputAs = textOf(map, 'output_as');
  const tolerated: OnError = defaults.stop ? 'halt' : 'skip-dependents';
  const known = id && id.text !== '' ? normalised(id).text : undefined;
  return {
    id: known ?? nameless(`step ${index}`),
    at: id?.at ?? map.at,
    skill: lowerCommand(map, report),
    ...present({ name: name ?? known, guard, outputAs }),
    inputs: [],
    outputs: [],
    independent: false,
    human: false,
    args: new Map([...args].map(([key, { text }]) => [key, text])),
    timeoutSeconds: timeout?.value ?? DEFAULT_TIMEOUT,
    timeoutAt: timeout?.at ?? id?.at ?? map.at,
    ...lowerWork(map),
    onError: flagOf(map, 'continue_on_error') ? 'continue' : tolerated,
    reads: keysRead(args, guard),
  };
}

/** `/name` is the skill `name`, `/ns:name` the skill `ns/name`. */
function lowerCommand(map: SourceMap, report: Report): Text {
  const command = textOf(map, 'command');
  if (!command) return { text: '', at: map.at };
  const skill = command.text.startsWith('/') ? skillName(command.text.slice(1), ':') : undefined;
  if (skill === undefined) report('badCommand', { command: command.text }, command.at);
  return { text: skill ?? command.text, at: command.at };
}

function lowerCondition(map: SourceMap, report: Report): Guard | undefined {
  const source = textOf(map, 'condition');
  if (!source) return undefined;
  const parsed = parsePredicate(source.text);
  if ('predicate' in parsed) return { kind: 'condition', source, predicate: parsed.predicate };
  report('badCondition', { text: source.text, problem: parsed.problem }, source.at);
  return { kind: 'condition', source };
}

/** Arguments must be texts: a value that YAML takes for something else would not arrive as it is written. */
function lowerArgs(map: SourceMap, report: Report): Map<string, Text> {
  const found = new Map<string, Text>();
  for (const { key, value } of mapAt(map, 'args')?.entries ?? []) {
    if (value.kind === 'scalar' && typeof value.value === 'string') found.set(key, { text: value.value, at: value.at });
    else report('argNotText', { name: key, found: describe(value), quoted: quoted(value) }, value.at);
  }
  return found;
}

function quoted(value: Source): string | undefined {
  return value.kind === 'scalar' ? JSON.stringify(value.text) : undefined;
}

function keysRead(args: ReadonlyMap<string, Text>, guard: Guard | undefined): Text[] {
  const reads = new Map<string, Text>();
  const note = (text: string, at: Position) => reads.has(text) || reads.set(text, { text, at });
  for (const { text, at } of args.values()) for (const [, key] of text.matchAll(READS)) note(key!, at);
  if (guard?.predicate) note(guard.predicate.key, guard.source.at);
  return [...reads.values()];
}

function lowerDependencies(map: SourceMap, node: GraphNode, report: Report): GraphEdge[] {
  const seen = new Set<string>();
  return textsOf(map, 'depends_on')
    .map(normalised)
    .filter(({ text, at }) => {
      if (!seen.has(text)) return seen.add(text);
      report('duplicateDependency', { dependency: text }, at);
      return false;
    })
    .map(({ text, at }) => ({
      from: text,
      to: node.id,
      at,
      fromAt: at,
      toAt: node.at,
      kind: 'normal',
      loop: false,
      via: [],
    }));
}
