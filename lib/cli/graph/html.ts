import type { RecordedRun } from '../../local/records.ts';
import type { Span } from '../../local/timeline.ts';
import { duration } from '../../ir/duration.ts';
import type { Picture } from './picture.ts';
import { svg } from './svg.ts';

/** A page with the picture and, of a run, what took how long. It needs nothing from elsewhere. */
export async function html(
  picture: Picture,
  recorded: RecordedRun | undefined,
  spans: readonly Span[],
): Promise<string> {
  const drawing = await svg(picture);
  const parts = recorded ? [summary(recorded), timeline(spans), nodesTable(recorded)] : [];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(picture.title)}</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #0f172a; background: #fff }
  svg { max-width: 100%; height: auto }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #e2e8f0; vertical-align: top }
  .lane { position: relative; height: 1.1rem; background: #f1f5f9; min-width: 20rem }
  .bar { position: absolute; top: 0; bottom: 0; min-width: 2px; background: #15803d }
  .bar.failed { background: #b91c1c }
  .bar.running { background: #1d4ed8 }
</style>
<h1>${escaped(picture.title)}</h1>
${[drawing.trimEnd(), ...parts].join('\n')}
</html>
`;
}

function summary({ header, status }: RecordedRun): string {
  const ended = header.ended === undefined ? '' : `, ended ${escaped(header.ended)}`;
  return `<p>Status: <strong>${status}</strong>. Started ${escaped(header.started)}${ended}.</p>`;
}

function timeline(spans: readonly Span[]): string {
  if (spans.length === 0) return '';
  const start = Math.min(...spans.map(({ from }) => from));
  const whole = Math.max(1, ...spans.map(({ to }) => to - start));
  const percent = (milliseconds: number) => ((milliseconds / whole) * 100).toFixed(2);
  const lanes = [...new Set(spans.map(({ node }) => node))].map((node) => {
    const own = spans.filter((span) => span.node === node);
    const bars = own.map(
      ({ from, to, end }) =>
        `<span class="bar ${end}" style="left:${percent(from - start)}%;width:${percent(to - from)}%"></span>`,
    );
    const seconds = own.reduce((total, { from, to }) => total + (to - from) / 1000, 0);
    return `<tr><td>${escaped(node)}<td>${duration(seconds)}<td><div class="lane">${bars.join('')}</div>`;
  });
  return `<h2>Timeline</h2>\n<table>\n<tr><th>Node<th>Took<th>${duration(whole / 1000)} in all\n${lanes.join('\n')}\n</table>`;
}

function nodesTable({ state }: RecordedRun): string {
  const rows = [...state.nodes].map(
    ([id, { status, runs, note }]) => `<tr><td>${escaped(id)}<td>${status}<td>${runs ?? 0}<td>${escaped(note)}`,
  );
  return `<h2>Nodes</h2>\n<table>\n<tr><th>Node<th>Status<th>Runs<th>Note\n${rows.join('\n')}\n</table>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)!};`);
}
