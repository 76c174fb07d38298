import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const workflow = `name: small
version: 1.0.0
nodes:
  - { id: "a,b:c", skill: s, role: intake }
  - { id: end, skill: s, role: closeout }
edges:
  - { from: "a,b:c", to: ende }
final: end
`;

describe('validate --format github', () => {
  let place: Project;
  afterEach(() => place.remove());

  it('says each finding as a command of GitHub Actions, at its place', async () => {
    place = await project({ 'flows/100%.yaml': workflow });
    const { code, stdout } = await place.run('validate', 'flows/100%.yaml', '--format', 'github');
    const lines = stdout.trim().split('\n');
    expect(code).toBe(1);
    expect(lines[0]).toBe(
      '::error file=flows/100%25.yaml,line=7,col=26,title=G04::The edge names "ende", which is no node%0ADid you mean "end"?',
    );
    expect(lines.at(-1)).toBe('✗ flows/100%.yaml is not valid');
  });

  it('says what is wrong with the project file, too', async () => {
    place = await project({
      'workflow.yaml': workflow.replaceAll('a,b:c', 'a').replace('ende', 'end'),
      'stepwright.yaml': 'stages:\n  dev: { region: Ireland, zone: a }\n',
    });
    const { code, stdout } = await place.run('validate', '--format', 'github');
    expect([code, stdout.trim().split('\n')]).toEqual([
      1,
      [
        '::error file=stepwright.yaml,line=2,col=18,title=C01::An AWS region looks like eu-west-1',
        '::warning file=stepwright.yaml,line=2,col=27,title=C02::The key "zone" is unknown and ignored%0AKnown here: account, region, stackPrefix, profile.',
        '✗ stepwright.yaml is not valid',
      ],
    ]);
    const { document } = await place.json('validate');
    expect(document.diagnostics.map(({ file, code: of }) => [file, of])).toEqual([
      ['stepwright.yaml', 'C01'],
      ['stepwright.yaml', 'C02'],
    ]);
  });
});
