import { didYouMean, error, skillFault, warning } from '../entry.ts';
import type { SkillFault } from '../entry.ts';
import { chain, list, show } from '../show.ts';

export interface Edge {
  readonly from: string;
  readonly to: string;
}

const arrow = ({ from, to }: Edge) => `${show(from)} → ${show(to)}`;

/** The rules of the graph dialect, G02 to G18. */
export const graphRules = {
  finalUnknown: error<{ final: string; near: string | undefined }>(
    'G02',
    ({ final }) => `\`final\` names ${show(final)}, which is no node`,
    ({ near }) => didYouMean(near),
  ),
  duplicateNode: error<{ id: string; firstLine: number }>(
    'G03',
    ({ id, firstLine }) => `The id ${show(id)} is used a second time, first at line ${firstLine}`,
  ),
  badSkill: error<{ skill: string }>(
    'G03',
    ({ skill }) => `The skill ${show(skill)} is malformed`,
    () => 'A skill is `name` or `ns/name`, of letters, digits and the characters ".", "_" and "-", and never "..".',
  ),
  edgeEndUnknown: error<{ end: string; near: string | undefined }>(
    'G04',
    ({ end }) => `The edge names ${show(end)}, which is no node`,
    ({ near }) => didYouMean(near),
  ),
  edgeToItself: error<{ id: string }>('G04', ({ id }) => `The edge leads from ${show(id)} to itself`),
  graphCycle: error<{ ids: readonly string[] }>(
    'G05',
    ({ ids }) => `This edge closes a cycle: ${chain(ids)}`,
    () => 'If it is meant to lead back, say `loop: true`.',
  ),
  inputUnknown: error<{ path: string; near: string | undefined }>(
    'G06',
    ({ path }) => `No node produces the input ${show(path)}, and the project has no such file`,
    ({ near }) => didYouMean(near),
  ),
  inputNotBefore: warning<{ path: string; producers: readonly string[] }>(
    'G06',
    ({ path, producers }) =>
      `The input ${show(path)} is produced by ${list(producers.map((id) => show(id)))}, but by no node before this one`,
  ),
  unlabelledWay: warning<{ id: string }>(
    'G07',
    ({ id }) => `An edge of ${show(id)} has no label, though that node has several`,
    () => 'An edge without a label is always taken; label it if it is one of several ways.',
  ),
  gateIncomplete: error<{ id: string; has: string; lacks: string }>(
    'G08',
    ({ id, has, lacks }) => `${show(id)} has an edge of kind ${has} but none of kind ${lacks}`,
    () => 'A gate has exactly one on_pass and exactly one on_failure edge.',
  ),
  gateAmbiguous: error<{ id: string; kind: string; firstLine: number }>(
    'G08',
    ({ id, kind, firstLine }) => `${show(id)} has a second edge of kind ${kind}, the first at line ${firstLine}`,
    () => 'A gate has exactly one on_pass and exactly one on_failure edge.',
  ),
  independentEntered: error<{ id: string }>(
    'G09',
    ({ id }) => `${show(id)} is independent, but this edge leads into it`,
    () => 'Only edges with `loop: true` may lead into an independent node.',
  ),
  finalLeft: error<{ id: string }>(
    'G10',
    ({ id }) => `${show(id)} is final, but this edge leads out of it`,
    () => 'Only edges with `loop: true` may lead out of the final node.',
  ),
  skillUnknown: error<{ skill: string; near: string | undefined }>(
    'G11',
    ({ skill }) => `There is no skill ${show(skill)}`,
    ({ near }) => didYouMean(near),
  ),
  skillInvalid: error<SkillFault>('G11', skillFault, ({ hint }) => hint),
  loopLeadsNowhere: error<Edge>(
    'G12',
    (edge) => `The loop ${arrow(edge)} does not lead back: ${show(edge.to)} does not come before ${show(edge.from)}`,
  ),
  deadEnd: warning<{ id: string; final: string }>(
    'G13',
    ({ id, final }) => `No way leads from ${show(id)} to the final node ${show(final)}`,
  ),
  badSkipWhen: error<{ text: string; problem: string }>(
    'G14',
    ({ text, problem }) => `\`skip_when\` is no predicate: ${show(text)} ${problem}`,
    () => 'Write `context.key`, `!context.key`, `context.key == value` or `context.key != value`.',
  ),
  skipOnFinal: error<{ id: string }>('G14', ({ id }) => `${show(id)} is final, so it cannot have \`skip_when\``),
  skipLabelMissing: error<{ id: string; labels: readonly string[] }>(
    'G14',
    ({ id, labels }) =>
      `${show(id)} has \`skip_when\` and several labels (${labels.map((l) => show(l)).join(', ')}), but none says which way to go when it is skipped`,
    () => 'Let the label of one of its edges begin with the word "skip".',
  ),
  keyAmbiguous: error<{ key: string; ids: readonly string[] }>(
    'G14',
    ({ key, ids }) => `\`context.${key}\` could be that of ${list(ids.map((id) => show(id)))}`,
    () => 'In keys every character but letters, digits and "_" becomes "_". Rename one of the nodes.',
  ),
  keyReadsLater: warning<{ key: string; id: string }>(
    'G14',
    ({ key, id }) => `\`context.${key}\` is always absent here, because ${show(id)} does not come before this node`,
  ),
  badPath: error<{ path: string; problem: string }>(
    'G15',
    ({ path, problem }) => `The path ${show(path)} ${problem}`,
    () => 'Paths are relative to the project and stay inside it.',
  ),
  sameOutput: warning<{ path: string; id: string; other: string }>(
    'G15',
    ({ path, id, other }) =>
      `${show(id)} writes ${show(path)}, which ${show(other)} writes too; they may both run, so they are put one after the other`,
  ),
  graphVersion: warning<{ version: string }>(
    'G16',
    ({ version }) => `The version ${show(version)} is not a semantic version`,
    () => 'Write three numbers, as in 1.0.0.',
  ),
  loopUnlabelled: error<Edge>(
    'G17',
    (edge) => `The loop ${arrow(edge)} has no label, though ${show(edge.from)} has other edges: when is it taken?`,
    () => 'Give it a label that the skill can choose.',
  ),
  loopLabelTaken: error<Edge & { label: string; line: number }>(
    'G17',
    (edge) =>
      `The loop ${arrow(edge)} has the label ${show(edge.label)}, as has another edge of that node at line ${edge.line}`,
    () => 'Choosing it must mean one thing: give the loop a label of its own.',
  ),
  loopOnPass: error<Edge>(
    'G17',
    (edge) => `The edge ${arrow(edge)} is of kind on_pass and a loop: passing would never come to an end`,
  ),
  loopSkips: error<Edge & { label: string }>(
    'G17',
    (edge) =>
      `The label ${show(edge.label)} of the loop ${arrow(edge)} is for a skipped node, but a skipped node takes no loop`,
  ),
  splitOneShared: error<{ id: string; label: string }>(
    'G17',
    ({ id, label }) => `${show(id)} has \`split: one\`, but several of its edges share the label ${show(label)}`,
    () => 'Give each of these edges a label of its own.',
  ),
  duplicateEdge: warning<Edge & { firstLine: number }>(
    'G18',
    (edge) => `The edge ${arrow(edge)} stands here a second time, first at line ${edge.firstLine}`,
  ),
  viaUnknown: warning<{ path: string; id: string }>(
    'G18',
    ({ path, id }) => `\`via\` names ${show(path)}, which is no output of ${show(id)}`,
  ),
};
