import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in `/proc`: the same in every common build of Linux. */
const ticksPerS = 100;

interface ProcessTimes {
  parent: number;
  /** CPU time of the process and of the children that it waited for, in clock ticks. */
  ticks: number;
}

/**
 * Returns the CPU time of a process and of all its descendants from `/proc`, in seconds. Processes that outlived
 * their parent are not counted.
 *
 * @returns null if the system has no `/proc`, or no such process
 */
export function cpuOfTree(pid: number): number | null {
  const all = new Map<number, ProcessTimes>();
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const times = readTimes(Number(name));
      if (times) all.set(Number(name), times);
    }
  } catch {
    return null;
  }
  if (!all.has(pid)) return null;
  const isInside = (one: number): boolean => {
    for (let at: number | undefined = one; at; at = all.get(at)?.parent) if (at === pid) return true;
    return false;
  };
  return [...all].filter(([one]) => isInside(one)).reduce((sum, [, { ticks }]) => sum + ticks, 0) / ticksPerS;
}

/** Parses `/proc/pid/stat` (proc(5)). The name, in brackets, may contain any characters. */
function readTimes(pid: number): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user, system, childrensUser, childrensSystem] = fields.slice(9).map(Number);
    const ticks = (user ?? 0) + (system ?? 0) + (childrensUser ?? 0) + (childrensSystem ?? 0);
    return { parent: Number(parent), ticks };
  } catch {
    // The process ended after the folder was read.
    return null;
  }
}
