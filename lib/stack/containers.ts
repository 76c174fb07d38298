import { Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { IVpc } from 'aws-cdk-lib/aws-ec2';
import { GatewayVpcEndpointAwsService, IpAddresses, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { DockerImageAsset, Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  Cluster,
  ContainerImage,
  CpuArchitecture,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { CLUSTER, CONTAINER, hostName, PUBLIC_ADDRESS, SECURITY_GROUP, SUBNETS } from '../ir/host-names.ts';
import type { FoundSkill, SkillOf } from '../skills/resolved.ts';
import { imageFolder } from './container-image.ts';
import type { ImageContent } from './container-image.ts';
import { allowKey } from './encryption.ts';
import { discardFolder } from './function-folder.ts';
import type { FunctionProps } from './functions.ts';
import { EXECUTING, serviceName, storeRights } from './functions.ts';
import { workflowLogs } from './logs.ts';
import { acknowledge, acknowledgeAllResources, acknowledgeNamed, acknowledgeWildcard } from './nag.ts';
import { allowSkill } from './skill-rights.ts';

export interface ContainerProps {
  /** Where containers run; a network of their own, of public subnets and nothing that is paid for, where it is absent. */
  readonly vpc?: IVpc;
}

/** The containers of a workflow's skills, as its machine needs them. */
export interface Containers {
  /** What stands for the names in the definition. */
  readonly substitutions: Readonly<Record<string, string>>;
  readonly definitions: readonly FargateTaskDefinition[];
  /** Lets the machine start them, and them answer the machine. */
  allow(machine: StateMachine): void;
}

type ContainerSkill = SkillOf<'agent'> | SkillOf<'command'>;

type Stores = Pick<FunctionProps, 'table' | 'bucket' | 'encryptionKey'>;

/** A processor, and twice as much memory as Fargate gives with that at least: agents are not small. */
const CPU = 1024;
const MEMORY_PER_CPU = 4;

/** Of a workflow that has none. */
const NONE: Containers = { substitutions: {}, definitions: [], allow: () => undefined };

/** A task definition for each skill that works in a container, and what they share. */
export function workflowContainers(
  scope: Construct,
  skills: ReadonlyMap<string, FoundSkill>,
  content: Omit<ImageContent, 'skills'>,
  { vpc: given, ...stores }: Stores & { readonly vpc: IVpc | undefined },
): Containers {
  const working = [...skills.values()].filter(worksInContainer);
  if (working.length === 0) return NONE;
  const vpc: IVpc = given ?? (ownNetwork(scope) as IVpc);
  const subnets = vpc.selectSubnets(
    given && vpc.privateSubnets.length > 0 ? { subnetType: SubnetType.PRIVATE_WITH_EGRESS } : {},
  );
  const group = new SecurityGroup(scope, 'SkillsGroup', {
    vpc,
    description: 'Skills in containers: out, and nothing in',
  });
  const cluster = new Cluster(scope, 'SkillsCluster', { vpc });
  acknowledge(cluster, 'ECS4', 'A container does one piece of work and ends; its log and its record tell of it.');
  const logGroup = workflowLogs(scope, 'SkillsLogs', stores.encryptionKey);
  const images = imagesOf(scope, working, content);
  const definitions = working.map((skill) => {
    const definition = taskDefinition(scope, skill, { ...stores, agent: content.agent });
    const linuxParameters = new LinuxParameters(definition, 'Linux', { initProcessEnabled: true });
    definition.addContainer(CONTAINER, {
      image: images(skill),
      linuxParameters,
      logging: LogDrivers.awsLogs({ logGroup, streamPrefix: hostName(skill.name, { host: 'container' }) }),
      // What is done by then is recorded as cancelled.
      stopTimeout: Duration.seconds(30),
      environment: {
        TABLE: stores.table.tableName,
        BUCKET: stores.bucket.bucketName,
        AWS_REGION: Stack.of(scope).region,
        POWERTOOLS_SERVICE_NAME: serviceName(scope),
        // What agents say as they work is logged on the level of debug.
        POWERTOOLS_LOG_LEVEL: content.agent?.log === false ? 'INFO' : 'DEBUG',
      },
    });
    acknowledge(definition, 'ECS2', 'Names of resources alone; secrets are read when they are used.');
    return [hostName(skill.name, { host: 'container' }), definition] as const;
  });
  return {
    substitutions: {
      ...Object.fromEntries(definitions.map(([name, { taskDefinitionArn }]) => [name, taskDefinitionArn])),
      [CLUSTER]: cluster.clusterArn,
      [SUBNETS]: Fn.join(',', subnets.subnetIds),
      [SECURITY_GROUP]: group.securityGroupId,
      [PUBLIC_ADDRESS]: subnets.hasPublic ? 'ENABLED' : 'DISABLED',
    },
    definitions: definitions.map(([, definition]) => definition),
    allow: (machine) => {
      for (const [, definition] of definitions) allow(machine, definition, cluster);
    },
  };
}

function worksInContainer(skill: FoundSkill): skill is ContainerSkill {
  return skill.kind === 'agent' || skill.kind === 'command';
}

/** Two public subnets, without a gateway that is paid by the hour; what is stored goes its own way. */
function ownNetwork(scope: Construct): Vpc {
  const vpc = new Vpc(scope, 'SkillsNetwork', {
    ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
    maxAzs: 2,
    natGateways: 0,
    subnetConfiguration: [{ name: 'public', subnetType: SubnetType.PUBLIC }],
    restrictDefaultSecurityGroup: false,
  });
  vpc.addGatewayEndpoint('S3', { service: GatewayVpcEndpointAwsService.S3 });
  vpc.addGatewayEndpoint('DynamoDB', { service: GatewayVpcEndpointAwsService.DYNAMODB });
  acknowledge(vpc, 'VPC7', 'Nothing comes in, and flow logs are paid for; the workflow’s owner may add them.');
  return vpc;
}

/** An image for each base image, with all skills that use it. */
function imagesOf(
  scope: Construct,
  skills: readonly ContainerSkill[],
  content: Omit<ImageContent, 'skills'>,
): (skill: ContainerSkill) => ContainerImage {
  const baseOf = ({ manifest }: ContainerSkill): string | undefined => manifest.image ?? content.agent?.image;
  const bases = Map.groupBy(skills, baseOf);
  const images = new Map(
    [...bases].map(([base, using], i) => {
      const directory = imageFolder(base, { ...content, skills: using });
      const asset = new DockerImageAsset(scope, `SkillsImage${i}`, { directory, platform: Platform.LINUX_AMD64 });
      discardFolder(scope, directory);
      return [base, ContainerImage.fromDockerImageAsset(asset)] as const;
    }),
  );
  return (skill) => images.get(baseOf(skill))!;
}

function taskDefinition(
  scope: Construct,
  skill: ContainerSkill,
  { agent, ...stores }: Stores & Pick<ImageContent, 'agent'>,
): FargateTaskDefinition {
  const { manifest } = skill;
  const cpu = (manifest.kind === 'agent' ? manifest.cpu : undefined) ?? agent?.cpu ?? CPU;
  const definition = new FargateTaskDefinition(scope, hostName(skill.name, { host: 'container' }), {
    cpu,
    memoryLimitMiB: manifest.memory_mb ?? agent?.memory_mb ?? cpu * MEMORY_PER_CPU,
    runtimePlatform: { cpuArchitecture: CpuArchitecture.X86_64, operatingSystemFamily: OperatingSystemFamily.LINUX },
  });
  // Runs that were started before a deployment go on with theirs.
  definition.applyRemovalPolicy(RemovalPolicy.RETAIN);
  const role = definition.taskRole;
  for (const statement of storeRights({ ...stores, ...EXECUTING })) role.addToPrincipalPolicy(statement);
  acknowledgeWildcard(
    role,
    stores.bucket,
    '/runs/*',
    'What a run writes is named by its id, which is not known before.',
  );
  allowKey(role, stores.encryptionKey);
  const secrets = manifest.kind === 'agent' ? { ...agent?.secrets, ...manifest.secrets } : manifest.secrets;
  allowSkill(definition, role, { ...(manifest.iam && { iam: manifest.iam }), ...(secrets && { secrets }) });
  return definition;
}

function allow(machine: StateMachine, definition: FargateTaskDefinition, cluster: Cluster): void {
  const revisions = Stack.of(machine).formatArn({
    ...{ service: 'ecs', resource: 'task-definition', resourceName: `${definition.family}:*` },
  });
  machine.addToRolePolicy(
    new PolicyStatement({
      actions: ['ecs:RunTask'],
      // All revisions, since runs that were started before a deployment go on with theirs.
      resources: [revisions],
      conditions: { ArnEquals: { 'ecs:cluster': cluster.clusterArn } },
    }),
  );
  acknowledgeNamed(machine.role, 'ecs', `task-definition/${definition.family}:*`, 'All revisions of one definition.');
  acknowledgeAllResources(definition.obtainExecutionRole(), 'A token for the registry is for all or none.');
  machine.addToRolePolicy(
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [definition.taskRole.roleArn, definition.obtainExecutionRole().roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
    }),
  );
  // A policy of its own: the role comes before the machine.
  new Policy(definition, 'AnswerPolicy', {
    roles: [definition.taskRole],
    statements: [
      new PolicyStatement({
        actions: ['states:SendTaskSuccess', 'states:SendTaskFailure', 'states:SendTaskHeartbeat'],
        resources: [machine.stateMachineArn],
      }),
    ],
  });
}
