import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A control group of Linux. It counts the CPU time of its processes and of all their descendants, even if their
 * parents have ended. A group also counts the groups inside it.
 */
export interface CpuGroup {
  readonly path: string;
  /** CPU time of all processes that ever ran in the group, in seconds. */
  usedS(): number;
  add(pid: number): void;
  /** Moves this process out again, and removes the group and those inside it, unless another process is left there. */
  remove(): void;
}

interface Hierarchy {
  readonly folder: string;
  /** CPU time of the group at a path, in seconds. NaN if the file does not contain it. */
  usedS(path: string): number;
}

/** Version 1 of control groups has a separate hierarchy for CPU time, version 2 has one for everything. */
const hierarchies: readonly Hierarchy[] = [
  {
    folder: '/sys/fs/cgroup/cpuacct',
    usedS: (path) => Number(readFileSync(join(path, 'cpuacct.usage'), 'utf8')) / 1e9,
  },
  {
    folder: '/sys/fs/cgroup',
    usedS: (path) => {
      const [, microseconds] = /^usage_usec (\d+)$/m.exec(readFileSync(join(path, 'cpu.stat'), 'utf8')) ?? [];
      return Number(microseconds) / 1e6;
    },
  },
];

/**
 * Creates a control group.
 *
 * @param name - Unique among the groups of the same parent.
 * @param parent - Path of the group in which it is created. By default it is created at the top.
 * @returns null if the system has no control groups, or does not let this user create one
 */
export function createCpuGroup(name: string, parent?: string): CpuGroup | null {
  for (const { folder, usedS } of hierarchies) {
    if (parent && !parent.startsWith(`${folder}/`)) continue;
    const path = join(parent ?? folder, name);
    const add = (group: string, pid: number) => writeFileSync(join(group, 'cgroup.procs'), String(pid));
    try {
      mkdirSync(path);
      if (Number.isNaN(usedS(path))) throw new Error(`${path} does not count CPU time`);
    } catch {
      removeGroup(path);
      continue;
    }
    return {
      path,
      usedS: () => usedS(path),
      add: (pid) => add(path, pid),
      remove() {
        add(dirname(path), process.pid);
        removeGroup(path);
      },
    };
  }
  return null;
}

function removeGroup(path: string): void {
  try {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) rmdirSync(join(path, entry.name));
    }
    rmdirSync(path);
  } catch {
    // It does not exist, or a process in it has not ended yet. A group that stays does no harm.
  }
}
