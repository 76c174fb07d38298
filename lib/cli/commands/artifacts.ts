import { isUtf8 } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { nearest } from '../../diagnostics/near.ts';
import { show as quoted } from '../../diagnostics/show.ts';
import { fileTrouble } from '../../ir/file-trouble.ts';
import type { ListedArtifact } from '../../node/artifact-list.ts';
import { listArtifacts } from '../../node/artifact-list.ts';
import { CLOSEOUT_REPORT } from '../../node/closeout.ts';
import type { Indexed } from '../../node/view.ts';
import type { ArtifactStore } from '../../store/artifact-store.ts';
import { folderArtifacts } from '../../store/folder.ts';
import type { Item } from '../../store/state-store.ts';
import { chooseRun } from '../choose-run.ts';
import { exitCode } from '../exit-codes.ts';
import type { CloudOptions } from '../in-cloud.ts';
import type { Call, Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { noSuchNode } from '../no-such-node.ts';
import { table } from '../text-table.ts';

interface Options extends CloudOptions {
  readonly run?: string;
  readonly node?: string;
  readonly cloud?: boolean;
  readonly output?: string;
}

/** A run's record with the store of its artifacts. */
interface Run {
  readonly run: string;
  readonly workflow: Indexed;
  readonly items: ReadonlyMap<string, Item>;
  readonly store: ArtifactStore;
}

/** `artifacts [workflow]` lists what a run has written; `artifacts [workflow] get <path>` writes one of it. */
export const artifacts: Command<Options> = async (call) => {
  const { io, options } = call;
  const wanted = wantedOf(call.args);
  if (isRefused(wanted)) return refuse(call, wanted);
  const work = (run: Run) => (wanted.path === undefined ? list(call, run) : get(call, run, wanted.path));
  if (options.cloud) {
    const { chooseCloudRun, inCloud } = await import('../in-cloud.ts');
    return inCloud(call, wanted.workflow, async ({ deployed }) => {
      const recorded = await chooseCloudRun(deployed, options.run);
      return isRefused(recorded) ? refuse(call, recorded) : work({ ...recorded, store: deployed.artifacts });
    });
  }
  const recorded = await chooseRun(io.cwd, { workflow: wanted.workflow, run: options.run });
  return isRefused(recorded) ? refuse(call, recorded) : work({ ...recorded, store: folderArtifacts(io.cwd) });
};

/** `get` and its path stand behind the workflow, or alone. */
function wantedOf(args: readonly (string | undefined)[]): { workflow?: string; path?: string } | { refused: string } {
  const given = args.filter((word) => word !== undefined);
  const at = given.indexOf('get');
  if (at === -1) return given.length <= 1 ? { ...(given[0] !== undefined && { workflow: given[0] }) } : unclear;
  const path = given[at + 1];
  const others = given.filter((_, i) => i !== at && i !== at + 1);
  if (path === undefined) return { refused: 'say which artifact to get: its path, as artifacts shows it' };
  if (others.length > 1) return unclear;
  return { path, ...(others[0] !== undefined && { workflow: others[0] }) };
}

const unclear = { refused: 'artifacts takes a workflow, and get with the path of an artifact' };

async function list(call: Call<Options>, run: Run): Promise<number> {
  const { io, options } = call;
  const known = run.workflow.byId;
  if (options.node !== undefined && !known.has(options.node))
    return refuse(call, { refused: noSuchNode('the workflow', options.node, known.keys()) });
  const found = ofNode(listArtifacts(run.workflow, run.items), options.node);
  const report = options.node === undefined ? await run.store.readRunFile(run.run, CLOSEOUT_REPORT) : undefined;
  const written = found.some(({ path }) => path === CLOSEOUT_REPORT);
  const rows = [
    ...found.map(({ version: _, ...row }) => row),
    ...(report && !written
      ? [{ path: CLOSEOUT_REPORT, node: null, round: null, type: 'text/markdown; charset=utf-8', bytes: report.length }]
      : []),
  ];
  if (options.json) io.stdout(`${JSON.stringify({ run: run.run, artifacts: rows }, null, 2)}\n`);
  else if (rows.length === 0) io.stdout(`The run ${run.run} has no artifacts.\n`);
  else io.stdout(table([['PATH', 'BYTES', 'TYPE', 'NODE', 'ROUND'], ...rows.map(cells)]));
  return exitCode.done;
}

function cells(
  row: Readonly<Record<'path' | 'type', string>> & { node: string | null; round: number | null; bytes?: number },
) {
  return [row.path, String(row.bytes ?? '?'), row.type.split(';')[0]!, row.node ?? '-', String(row.round ?? '-')];
}

function ofNode(all: readonly ListedArtifact[], node: string | undefined): ListedArtifact[] {
  return all.filter((artifact) => node === undefined || artifact.node === node);
}

/** Of several nodes that wrote it, the last one's counts, as it does for the nodes that read it. */
async function get(call: Call<Options>, run: Run, path: string): Promise<number> {
  const { options } = call;
  const all = ofNode(listArtifacts(run.workflow, run.items), options.node);
  const order = new Map(run.workflow.table.order.map((id, i) => [id, i]));
  const [artifact] = all.filter((one) => one.path === path).sort((a, b) => order.get(b.node)! - order.get(a.node)!);
  if (!artifact) {
    const report = path === CLOSEOUT_REPORT ? await run.store.readRunFile(run.run, path) : undefined;
    if (report) return show(call, { run: run.run, path }, Readable.from([report]));
    const paths = all.map((one) => one.path);
    const near = nearest(path, paths);
    const hint = near === undefined ? '' : `; did you mean ${near}?`;
    return refuse(call, { refused: `the run ${run.run} has no artifact ${quoted(path)}${hint}` });
  }
  const stream = await run.store.open(artifact.version, path);
  const { version: _, ...told } = artifact;
  if (stream) return show(call, { run: run.run, ...told }, stream);
  return refuse(call, { refused: `the artifact ${quoted(path)} of the run ${run.run} is no longer there` });
}

/** What `--json` tells of a file. */
interface Told {
  readonly run: string;
  readonly path: string;
}

/** Writes it into a file, or onto stdout, where it must be text. */
async function show(call: Call<Options>, told: Told, content: Readable): Promise<number> {
  const { io, options } = call;
  const { output } = options;
  if (output !== undefined) {
    try {
      const file = resolve(io.cwd, output);
      await mkdir(dirname(file), { recursive: true });
      await pipeline(content, createWriteStream(file));
    } catch (error) {
      return refuse(call, { refused: `${output} cannot be written: ${fileTrouble(error)}` });
    }
    if (options.json) io.stdout(`${JSON.stringify({ ...told, output }, null, 2)}\n`);
    return exitCode.done;
  }
  const bytes = await buffer(content);
  const text = isUtf8(bytes) ? bytes.toString() : undefined;
  if (options.json) {
    const held = text === undefined ? { base64: bytes.toString('base64') } : { text };
    io.stdout(`${JSON.stringify({ ...told, ...held }, null, 2)}\n`);
    return exitCode.done;
  }
  if (text === undefined) return refuse(call, { refused: `${told.path} is no text; -o writes it into a file` });
  io.stdout(text);
  return exitCode.done;
}
