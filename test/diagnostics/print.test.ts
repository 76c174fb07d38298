import type { Diagnostic } from '../../lib/diagnostics/diagnostic.ts';
import { noColours, printHuman } from '../../lib/diagnostics/print-human.ts';
import { printJson } from '../../lib/diagnostics/print-json.ts';
import { diagnostic } from '../../lib/diagnostics/report.ts';
import { hasErrors, sortDiagnostics } from '../../lib/diagnostics/sort.ts';

const source = 'name: x\nedges:\n\t- {from: ghost, to: 🚀🚀é}\n';
const unknown = diagnostic('edgeEndUnknown', { end: 'ghost', near: 'host' }, { line: 3, column: 11, length: 5 });
const remark = diagnostic('graphVersion', { version: '1.10' }, { line: 12, column: 1 });

describe('printing for people', () => {
  it('shows the line, a mark under the place, and what to do', () => {
    expect(printHuman([unknown], source, 'workflow.yaml')).toBe(
      [
        'error G04 The edge names "ghost", which is no node',
        ' --> workflow.yaml:3:11',
        '  |',
        '3 |  - {from: ghost, to: 🚀🚀é}',
        '  |           ^^^^^',
        '  = Did you mean "host"?',
        '',
        '1 error',
        '',
      ].join('\n'),
    );
  });

  it('counts columns in characters', () => {
    const at = { line: 3, column: 22, length: 3 };
    const out = printHuman([{ ...unknown, at }], source, 'f').split('\n');
    expect(out[4]).toBe(`  | ${' '.repeat(21)}^^^`);
  });

  it('aligns larger line numbers, and does without a line that is not there', () => {
    expect(printHuman([remark, unknown], source, 'f')).toBe(
      [
        'warning G16 The version "1.10" is not a semantic version',
        '  --> f:12:1',
        '   = Write three numbers, as in 1.0.0.',
        '',
        'error G04 The edge names "ghost", which is no node',
        ' --> f:3:11',
        '  |',
        '3 |  - {from: ghost, to: 🚀🚀é}',
        '  |           ^^^^^',
        '  = Did you mean "host"?',
        '',
        '1 error, 1 warning',
        '',
      ].join('\n'),
    );
  });

  it('cuts a long line around the place', () => {
    const long = `${'a'.repeat(500)}HERE${'b'.repeat(500)}`;
    const [, , , line, mark] = printHuman([{ ...unknown, at: { line: 1, column: 501, length: 4 } }], long, 'f').split(
      '\n',
    );
    expect(line).toMatch(/^1 \| …a{50}HEREb{46}…$/);
    expect(mark).toBe(`  | ${' '.repeat(51)}^^^^`);
  });

  it('marks the end of a line, also of an empty one', () => {
    const out = (at: Diagnostic['at']) =>
      printHuman([{ ...unknown, at }], 'ab\r\n\r\n', 'f')
        .split('\n')
        .slice(3, 5);
    expect(out({ line: 1, column: 3 })).toEqual(['1 | ab', '  |   ^']);
    expect(out({ line: 2, column: 1 })).toEqual(['2 | ', '  | ^']);
  });

  it('shows control characters, and never sends them to the terminal', () => {
    const out = printHuman(
      [{ ...unknown, at: { line: 1, column: 6, length: 1 } }],
      'a: "\u001b[31mx\u200b"',
      'f\u001b',
    );
    expect(out).not.toMatch(/\u001b/);
    expect(out).toContain('1 | a: "U+001B[31mxU+200B"');
    expect(out.split('\n')[4]).toBe(`  | ${' '.repeat(10)}^`);
  });

  it('shows no line that is no text', () => {
    const wide = Buffer.from('name: x\n', 'utf16le').toString('utf8');
    expect(printHuman([{ ...unknown, at: { line: 1, column: 1 } }], wide, 'f')).not.toContain('U+0000');
    const stray = printHuman([{ ...unknown, at: { line: 1, column: 5 } }], 'abc \0 def', 'f');
    expect(stray).toContain('1 | abc U+0000 def');
  });

  it('uses the colours that it is given', () => {
    const tag = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
    const colours = { red: tag('r'), yellow: tag('y'), cyan: tag('c'), dim: tag('d'), bold: tag('b') };
    expect(printHuman([unknown], source, 'f', colours).split('\n')[0]).toBe(
      '<r><b>error G04</b></r> <b>The edge names "ghost", which is no node</b>',
    );
    expect(printHuman([remark], source, 'f', { ...noColours, yellow: tag('y') })).toMatch(/^<y>warning G16<\/y>/);
  });

  it('says nothing of nothing', () => {
    expect(printHuman([], source, 'f')).toBe('');
  });
});

describe('printing for programs', () => {
  it('gives one flat object for each', () => {
    expect(printJson([unknown, diagnostic('noSteps', {}, { line: 1, column: 2 })], 'w.yaml')).toEqual([
      {
        code: 'G04',
        severity: 'error',
        message: 'The edge names "ghost", which is no node',
        hint: 'Did you mean "host"?',
        line: 3,
        column: 11,
        file: 'w.yaml',
      },
      {
        code: 'V001',
        severity: 'error',
        message: 'There are no steps',
        hint: null,
        line: 1,
        column: 2,
        file: 'w.yaml',
      },
    ]);
  });
});

describe('sorting', () => {
  it('goes by place, errors first, and says each thing once', () => {
    const at = (line: number, column: number) => ({ ...unknown, at: { line, column } });
    const warning = { ...remark, at: { line: 2, column: 3 } };
    const sorted = sortDiagnostics([at(10, 1), warning, at(2, 3), at(2, 1), at(10, 1)]);
    expect(sorted).toEqual([at(2, 1), at(2, 3), warning, at(10, 1)]);
    expect(hasErrors(sorted)).toBe(true);
    expect(hasErrors([warning])).toBe(false);
  });
});
