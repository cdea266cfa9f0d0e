/**
 * Declares commands, parses a command line, and runs its command with one output and one set of exit codes for all.
 * Owns no data. Uses `commander` and the errors of the wire protocol. Every command uses it.
 */
export { type Command, type CommandFacts, command, type Result } from './command.ts';
export type { Context, Prompt } from './context.ts';
export { commandError, isCommandError } from './exitCodes.ts';
export { type Groups, runCommandLine } from './runCommandLine.ts';
