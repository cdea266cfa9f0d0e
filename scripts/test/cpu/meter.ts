import { createCpuGroup } from './cpuGroup.ts';
import { cpuOfTree } from './processTree.ts';

/** Counts the CPU seconds of this process and its descendants, except those that `caveat` names. */
export interface Meter {
  /** Value of `LATCHKEY_CPU_METER` for the workers of Vitest. */
  readonly setting: string;
  usedS(): number;
  /** Processes that the count misses. Null if it is exact. */
  readonly caveat: string | null;
  close(): void;
}

const byTree = 'processes';

/**
 * Starts to count: with a control group if the system lets this user create one, otherwise with `/proc`.
 *
 * @param within - `setting` of the parent process's meter.
 * @returns null if the system offers neither
 */
export function createMeter(within?: string): Meter | null {
  const group = within === byTree ? null : createCpuGroup(`latchkey-${process.pid}`, within);
  if (group) {
    group.add(process.pid);
    return { setting: group.path, usedS: group.usedS, caveat: null, close: group.remove };
  }
  if (cpuOfTree(process.pid) === null) return null;
  return {
    setting: byTree,
    usedS: () => cpuOfTree(process.pid) ?? 0,
    caveat: 'without processes that outlived the one that started them',
    close() {},
  };
}
