import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of a second in `/proc`: the same in every build of Linux that people run. */
const ticksPerS = 100;

interface ProcessTimes {
  parent: number;
  /** Of the process and of those that it started and waited for, in clock ticks. */
  ticks: number;
}

/**
 * CPU time of a process and of all that it started, in seconds, from `/proc`. What it misses is a process that outlived
 * the one that started it.
 *
 * @returns null if the system has no `/proc`
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

/** See proc(5), `/proc/pid/stat`: the name, in brackets, may hold anything. */
function readTimes(pid: number): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user, system, childrensUser, childrensSystem] = fields.slice(9).map(Number);
    const ticks = (user ?? 0) + (system ?? 0) + (childrensUser ?? 0) + (childrensSystem ?? 0);
    return { parent: Number(parent), ticks };
  } catch {
    // It ended between the two calls.
    return null;
  }
}
