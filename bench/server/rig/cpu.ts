import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

function ticksOf(pid: string): { parent: string; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: fields[1] ?? '', ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null; // gone since the listing
  }
}

/** CPU seconds that a process and its direct children have used so far. Linux only; 0 elsewhere. */
export function cpuSeconds(pid: number): number {
  let ticks = 0;
  try {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const stat = ticksOf(entry);
      if (stat && (entry === String(pid) || stat.parent === String(pid))) ticks += stat.ticks;
    }
  } catch {
    return 0;
  }
  return ticks / ticksPerSecond;
}
