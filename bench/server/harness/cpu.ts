import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

interface Ticks {
  parent: string;
  own: number;
  /** Ticks of children that have ended. */
  ended: number;
}

function ticksOf(pid: string): Ticks | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const sum = (at: number) => Number(fields[at]) + Number(fields[at + 1]);
    return { parent: fields[1] ?? '', own: sum(11), ended: sum(13) };
  } catch {
    return null; // ended since the listing
  }
}

/**
 * Returns the CPU seconds that a process and its direct children, running and ended, have used so far. Linux only; 0
 * elsewhere.
 */
export function cpuSeconds(pid: number): number {
  let ticks = 0;
  try {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const stat = ticksOf(entry);
      if (!stat) continue;
      if (entry === String(pid)) ticks += stat.own + stat.ended;
      else if (stat.parent === String(pid)) ticks += stat.own;
    }
  } catch {
    return 0;
  }
  return ticks / ticksPerSecond;
}
