import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { guard } from '@latchkey/sandbox/guard';
import { endWithin, type Scope } from './scopes.ts';

export interface StartOptions extends SpawnOptions {
  /** The scope that it ends with. @default the test that starts it, or the file whose hook does */
  within?: Scope | undefined;
}

/**
 * Starts a program that a test needs, in its own process group. The group ends with the test, or with the file whose
 * hook started it.
 */
export function startProcess(
  command: string,
  args: readonly string[],
  { within, ...options }: StartOptions = {},
): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  const kill = guard(child, { isGroup: true });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = async () => {
    const gone = isRunning() && child.pid !== undefined ? once(child, 'exit') : null;
    kill();
    await gone;
  };
  endWithin(end, within);
  return child;
}
