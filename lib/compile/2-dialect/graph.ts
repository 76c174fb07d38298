import type { Report } from '../../diagnostics/report.ts';
import type { EdgeKind, Graph, GraphEdge, GraphNode, Guard, TimeoutAnswer } from '../../ir/graph.ts';
import { isNameless, nameless } from '../../ir/nameless.ts';
import type { Position, Text } from '../../ir/position.ts';
import { skillName } from '../../ir/skill-name.ts';
import type { SourceMap } from '../../ir/source.ts';
import { entryOf } from '../../ir/source.ts';
import { nearest } from '../../diagnostics/near.ts';
import { show } from '../../diagnostics/show.ts';
import { lowerShared, lowerTimeout, lowerWork, refuseEmpty } from './common.ts';
import { ROLES } from './graph-schema.ts';
import { checkId, checkName, normalised } from './names.ts';
import { parsePredicate } from './predicate.ts';
import { present } from './present.ts';
import { dataOf, flagOf, itemsOf, mapsOf, textOf, textsOf, wordOf } from './read.ts';

const DEFAULT_TIMEOUT = 300;
/** A person gets seven days. */
const HUMAN_TIMEOUT = 7 * 24 * 3600;
const KINDS: readonly EdgeKind[] = ['normal', 'on_pass', 'on_failure'];

/** Lowers a file of the graph dialect. What is missing or ill-typed has been told and is left out or guessed. */
export function lowerGraph(root: SourceMap, report: Report): Graph {
  refuseEmpty(root, ['name', 'version', 'final'], 'the workflow', 'graph', report);
  const name = textOf(root, 'name') ?? { text: '', at: root.at };
  checkName(name, 'graph', report);
  const description = textOf(root, 'description')?.text;
  const final = textOf(root, 'final');
  const nodes = mapsOf(root, 'nodes').map(([node, i]) => lowerNode(node, i, report));
  refuseEmptyLists(root, nodes.length, report);
  return {
    dialect: 'graph',
    name,
    version: textOf(root, 'version') ?? { text: '', at: root.at },
    ...present({ description }),
    tags: textsOf(root, 'tags').map(({ text }) => text),
    nodes,
    edges: withoutRepeated(
      mapsOf(root, 'edges').map(([edge, i]) => lowerEdge(edge, i, report)),
      report,
    ),
    ...(final && final.text.trim() !== '' && { final: normalised(final) }),
    ...lowerShared(root),
  };
}

function lowerNode(map: SourceMap, index: number, report: Report): GraphNode {
  const id = textOf(map, 'id');
  if (id) checkId(normalised(id), 'graph', report);
  const description = textOf(map, 'description')?.text;
  const role = wordOf(map, 'role', ROLES);
  const guard = lowerSkipWhen(map, report);
  const split = wordOf(map, 'split', ['one', 'all']);
  return {
    id: id && id.text !== '' ? normalised(id).text : nameless(`node ${index}`),
    at: id?.at ?? map.at,
    skill: lowerSkill(map, report),
    ...present({ role, description, guard }),
    inputs: textsOf(map, 'inputs').map(cleanPath),
    outputs: textsOf(map, 'outputs').map(cleanPath),
    independent: flagOf(map, 'independent') ?? false,
    ...(split && { split: { value: split, at: textOf(map, 'split')!.at } }),
    human: flagOf(map, 'human') ?? false,
    ...present({ onTimeout: lowerOnTimeout(map) }),
    args: lowerWith(map),
    ...lowerLimit(map, id?.at ?? map.at),
    ...lowerWork(map),
    onError: 'block',
    reads: guard?.predicate ? [{ text: guard.predicate.key, at: guard.source.at }] : [],
  };
}

function lowerOnTimeout(map: SourceMap): TimeoutAnswer | undefined {
  const entry = entryOf(map, 'on_timeout');
  if (entry?.value.kind !== 'map') return undefined;
  const label = textOf(entry.value, 'label');
  const [text, fail] = [textOf(entry.value, 'text')?.text, textOf(entry.value, 'fail')?.text];
  return { ...present({ label, text, fail }), at: entry.keyAt };
}

function lowerWith(map: SourceMap): Map<string, unknown> {
  const given = entryOf(map, 'with')?.value;
  return new Map(given?.kind === 'map' ? given.entries.map(({ key, value }) => [key, dataOf(value)]) : []);
}

function lowerLimit(map: SourceMap, otherwise: Position): { timeoutSeconds: number; timeoutAt: Position } {
  const { value, at } = lowerTimeout(map) ?? {
    value: flagOf(map, 'human') ? HUMAN_TIMEOUT : DEFAULT_TIMEOUT,
    at: otherwise,
  };
  return { timeoutSeconds: value, timeoutAt: at };
}

function lowerSkill(map: SourceMap, report: Report): Text {
  const skill = textOf(map, 'skill');
  if (!skill) return { text: '', at: map.at };
  if (skill.text.trim() === '') report('empty', { code: 'G03', field: 'skill', owner: nodeName(map) }, skill.at);
  else if (skillName(skill.text) === undefined) report('badSkill', { skill: skill.text }, skill.at);
  return skill;
}

function nodeName(map: SourceMap): string {
  const id = textOf(map, 'id')?.text;
  return id ? `node ${show(id)}` : 'the node';
}

function lowerSkipWhen(map: SourceMap, report: Report): Guard | undefined {
  const source = textOf(map, 'skip_when');
  if (!source) return undefined;
  const parsed = parsePredicate(source.text);
  if ('predicate' in parsed) return { kind: 'skip_when', source, predicate: parsed.predicate };
  report('badSkipWhen', { text: source.text, problem: parsed.problem }, source.at);
  return { kind: 'skip_when', source };
}

/** The same path written in different ways is one path: `./a//b` is `a/b`. */
function cleanPath(path: Text): Text {
  const text = path.text.replace(/\/{2,}/g, '/').replace(/(^|\/)(?:\.\/)+/g, '$1');
  return text === '' ? path : { text, at: path.at };
}

function lowerEdge(map: SourceMap, index: number, report: Report): GraphEdge {
  refuseEmpty(map, ['from', 'to'], `\`edges[${index}]\``, 'graph', report);
  const end = (key: 'from' | 'to'): Text => {
    const written = textOf(map, key);
    if (written && written.text.trim() !== '') return normalised(written);
    return { text: nameless(`${key} of edge ${index}`), at: written?.at ?? map.at };
  };
  const [from, to] = [end('from'), end('to')];
  const label = textOf(map, 'label');
  const caption = label?.text.trim();
  const written = textOf(map, 'kind')?.text;
  const kind = KINDS.find((one) => one === written || one === nearest(written ?? '', KINDS)) ?? 'normal';
  return {
    from: from.text,
    to: to.text,
    at: map.at,
    fromAt: from.at,
    toAt: to.at,
    ...(label && caption && { label: { text: caption, at: label.at } }),
    kind,
    loop: flagOf(map, 'loop') ?? false,
    via: textsOf(map, 'via').map(cleanPath),
  };
}

/** A graph needs nodes, and edges unless it is a single node. */
function refuseEmptyLists(root: SourceMap, nodes: number, report: Report): void {
  for (const field of ['nodes', 'edges']) {
    const entry = entryOf(root, field);
    if (entry?.value.kind !== 'list' || itemsOf(root, field).length > 0 || (field === 'edges' && nodes === 1)) continue;
    report('empty', { code: 'G02', field, owner: 'the workflow' }, entry.keyAt);
  }
}

/** The same edge twice is one edge. */
function withoutRepeated(edges: readonly GraphEdge[], report: Report): GraphEdge[] {
  const first = new Map<string, GraphEdge>();
  return edges.filter((edge) => {
    if (isNameless(edge.from) || isNameless(edge.to)) return true;
    const key = JSON.stringify([edge.from, edge.to, edge.label?.text, edge.kind, edge.loop]);
    const known = first.get(key);
    if (!known) return first.set(key, edge);
    report('duplicateEdge', { from: edge.from, to: edge.to, firstLine: known.at.line }, edge.at);
    return false;
  });
}
