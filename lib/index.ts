/**
 * The public interface: what the author of a skill needs, and the compiler. The constructs for CDK apps are in
 * `stepwright/cdk`.
 */
export { compile } from './compile/index.ts';
export type { Compiled, CompileOptions, CompileResult, Environment } from './compile/index.ts';
export { check as validate } from './compile/check.ts';
export type { Checked } from './compile/check.ts';
export type { Diagnostic, Severity } from './diagnostics/diagnostic.ts';
export { printHuman } from './diagnostics/print-human.ts';
export type { Position } from './ir/position.ts';
export type { StateMachine } from './asl/definition.ts';
export type { WorkflowTable } from './ir/table.ts';
export * from './skill.ts';
