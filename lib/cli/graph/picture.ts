import type { NodeEntry, WorkflowTable } from '../../ir/table.ts';
import type { RecordedRun } from '../../local/records.ts';
import { visible } from '../../diagnostics/show.ts';

/** A workflow as it is drawn, whatever the format. */
export interface Picture {
  readonly title: string;
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
}

export interface PictureNode {
  /** Unique, of letters and digits. */
  readonly key: string;
  readonly lines: readonly string[];
  readonly shape: 'box' | 'choice' | 'person' | 'end';
  /** `fill`, `line` and `text` colours, as `#rrggbb`. */
  readonly colours: NodeColours;
}

export interface NodeColours {
  readonly fill: string;
  readonly line: string;
  readonly text: string;
}

export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** Edges that lead back are drawn dashed, those of a failure in red. */
  readonly back: boolean;
  readonly failure: boolean;
}

const plain: NodeColours = { fill: '#ffffff', line: '#475569', text: '#0f172a' };

/** By status; green and red differ in lightness too, for those who do not tell them apart by hue. */
const byStatus: ReadonlyMap<string, NodeColours> = new Map([
  ['passed', { fill: '#dcfce7', line: '#15803d', text: '#14532d' }],
  ['failed', { fill: '#fecaca', line: '#b91c1c', text: '#7f1d1d' }],
  ['blocked', { fill: '#b91c1c', line: '#7f1d1d', text: '#ffffff' }],
  ['skipped', { fill: '#f1f5f9', line: '#94a3b8', text: '#64748b' }],
  ['running', { fill: '#dbeafe', line: '#1d4ed8', text: '#1e3a8a' }],
  ['waiting', { fill: '#fef3c7', line: '#b45309', text: '#78350f' }],
  ['pending', { fill: '#ffffff', line: '#cbd5e1', text: '#64748b' }],
]);

/** With a run the nodes are coloured by what became of them. */
export function pictureOf(table: WorkflowTable, recorded?: RecordedRun): Picture {
  const keys = new Map(table.nodes.map(({ id }, i) => [id, `n${i}`]));
  const loops = new Map(table.loops.map(({ from, to, label, bound }) => [JSON.stringify([from, to, label]), bound]));
  const run = recorded ? `, run ${recorded.run} (${recorded.status})` : '';
  return {
    title: `${visible(table.name)} ${visible(table.version)}${run}`,
    nodes: table.nodes.map((node) => ({
      key: keys.get(node.id)!,
      lines: linesOf(node, recorded),
      shape: shapeOf(node, table),
      colours: coloursOf(node, recorded),
    })),
    edges: table.edges.map(({ from, to, label, kind }) => {
      const bound = loops.get(JSON.stringify([from, to, label]));
      const words = [
        ...(kind === 'normal' ? [] : [kind === 'on_pass' ? 'pass' : 'fail']),
        ...(label === undefined ? [] : [visible(label)]),
      ];
      return {
        from: keys.get(from)!,
        to: keys.get(to)!,
        label: words.join(': '),
        back: bound !== undefined,
        failure: kind === 'on_failure',
      };
    }),
  };
}

function linesOf({ id, name, skill }: NodeEntry, recorded: RecordedRun | undefined): string[] {
  const state = recorded?.state.nodes.get(id);
  const runs = state?.runs !== undefined && state.runs > 1 ? ` ×${state.runs}` : '';
  return [`${visible(id)}${runs}`, visible(name !== undefined && name !== id ? name : skill)];
}

function shapeOf({ id, human, outcomes }: NodeEntry, table: WorkflowTable): PictureNode['shape'] {
  if (human) return 'person';
  if (id === table.final) return 'end';
  return outcomes.filter(({ kind }) => kind === 'pass' || kind === 'fail').length > 1 ? 'choice' : 'box';
}

function coloursOf({ id }: NodeEntry, recorded: RecordedRun | undefined): NodeColours {
  const state = recorded?.state.nodes.get(id);
  if (!state) return plain;
  return byStatus.get(state.waiting ? 'waiting' : state.status) ?? plain;
}
