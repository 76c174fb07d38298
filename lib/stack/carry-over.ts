import { Annotations, CfnElement, CfnResource } from 'aws-cdk-lib';
import type { Stack } from 'aws-cdk-lib';

/** What is deployed now, as far as runs that are going on need it. */
export interface Carried {
  /** The template as it is deployed. */
  readonly template: { readonly Resources: Readonly<Record<string, Resource>> };
  /** Logical ids of the resources that runs in flight call. */
  readonly inUse: readonly string[];
}

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

interface Statement {
  readonly Resource?: unknown;
}

/** An `AWS::IAM::Policy`. */
interface Policy {
  readonly Roles?: readonly unknown[];
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
}

/**
 * Keeps in a stack what it would lose although runs in flight call it: functions of skills and of prompts that the
 * workflow no longer has, with all that these refer to, and the rights to call them. They stand there as they are
 * deployed; a later deployment, of which no run is in flight that calls them, takes them away.
 */
export function carryOver(stack: Stack, { template: { Resources: deployed }, inUse }: Carried): void {
  const own = new Set(
    stack.node
      .findAll()
      .filter((one) => CfnElement.isCfnElement(one))
      .map((one) => stack.resolve(one.logicalId) as string),
  );
  const lost = inUse.filter((id) => !own.has(id) && deployed[id] !== undefined);
  if (lost.length === 0) return;
  const carried = new Set<string>();
  const carry = (id: string): void => {
    const resource = deployed[id];
    if (own.has(id) || carried.has(id) || resource === undefined) return;
    carried.add(id);
    for (const other of referencesIn(resource)) carry(other);
  };
  lost.forEach(carry);
  const known = (value: unknown) => referencesIn(value).every((id) => own.has(id) || carried.has(id));
  for (const id of carried) keep(stack, id, deployed[id]!);
  for (const [id, { Type, Properties }] of Object.entries(deployed)) {
    if (Type !== 'AWS::IAM::Policy' || carried.has(id)) continue;
    const rights = rightsOf(Properties as unknown as Policy, carried, known);
    rights.forEach((properties, at) => {
      keep(stack, `Carried${at}${id}`, { Type, Properties: { PolicyName: `Carried${at}${id}`, ...properties } });
    });
  }
  Annotations.of(stack).addInfo(`kept, as runs in flight call it: ${lost.join(', ')}`);
}

/** What a policy allows to roles that are carried over, and what it allows others to do with what is carried over. */
function rightsOf({ Roles = [], PolicyDocument }: Policy, carried: ReadonlySet<string>, known: Known): object[] {
  const isCarried = (value: unknown) => referencesIn(value).some((id) => carried.has(id));
  const all = PolicyDocument.Statement.flatMap((statement) => narrowed(statement, known));
  const about = all.flatMap((statement) => narrowed(statement, isCarried));
  return [
    { Roles: Roles.filter(isCarried), Statement: all },
    { Roles: Roles.filter((role) => !isCarried(role) && known(role)), Statement: about },
  ].flatMap(({ Roles: roles, Statement }) =>
    roles.length === 0 || Statement.length === 0
      ? []
      : [{ Roles: roles, PolicyDocument: { ...PolicyDocument, Statement } }],
  );
}

type Known = (value: unknown) => boolean;

/** A statement with those of its resources alone that pass the test; none where no resource does. */
function narrowed(statement: Statement, test: Known): Statement[] {
  const named = Array.isArray(statement.Resource) ? (statement.Resource as unknown[]) : [statement.Resource];
  const Resource = named.filter(test);
  return Resource.length === 0 ? [] : [{ ...statement, Resource }];
}

function keep(stack: Stack, id: string, { Type, Properties = {}, ...rest }: Resource): void {
  const resource = new CfnResource(stack, `Carried over: ${id}`, { type: Type, properties: { ...Properties } });
  resource.overrideLogicalId(id);
  for (const part of ['DependsOn', 'DeletionPolicy', 'UpdateReplacePolicy'] as const)
    if (rest[part] !== undefined) resource.addOverride(part, rest[part]);
}

/** Logical ids that a part of a template refers to. */
function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (key === 'Ref' || key === 'DependsOn') return [inner].flat().filter((id) => typeof id === 'string');
    if (key === 'Fn::GetAtt') return [String(Array.isArray(inner) ? inner[0] : inner).split('.')[0]!];
    if (key !== 'Fn::Sub') return referencesIn(inner);
    const [text, values] = Array.isArray(inner) ? (inner as unknown[]) : [inner, {}];
    return [...referencesIn(values), ...Array.from(String(text).matchAll(/\$\{([A-Za-z0-9]+)/g), ([, id]) => id!)];
  });
}
