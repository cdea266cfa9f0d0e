import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';

/** Weight of a file without a recorded cost. */
const unknownS = 1;
/** Minimum time between two lines, in ms, so a log stays readable. */
const silenceMs = 10_000;

/**
 * Creates a reporter of Vitest that prints the progress of the run, based on the recorded costs of its files.
 *
 * @param recorded - File → CPU seconds.
 */
export function createProgress(recorded: Readonly<Record<string, number>>): Reporter {
  let root = '';
  let wholeS = 0;
  let doneS = 0;
  let startedAt = 0;
  let toldAt = 0;
  const weightOf = (path: string) => recorded[relative(root, path)] ?? unknownS;
  return {
    onInit(vitest: Vitest) {
      root = vitest.config.root;
    },
    onTestRunStart(specifications: readonly TestSpecification[]) {
      wholeS = specifications.reduce((sum, { moduleId }) => sum + weightOf(moduleId), 0);
      doneS = 0;
      startedAt = performance.now();
      toldAt = startedAt;
    },
    onTestModuleEnd({ moduleId }: TestModule) {
      doneS += weightOf(moduleId);
      const nowMs = performance.now();
      if (nowMs - toldAt < silenceMs || doneS >= wholeS) return;
      toldAt = nowMs;
      const leftMs = ((nowMs - startedAt) / doneS) * (wholeS - doneS);
      console.log(`  ${Math.floor((doneS / wholeS) * 100)} %, about ${inMinutes(leftMs)} left`);
    },
  };
}

export function inMinutes(ms: number): string {
  const minutes = ms / 60_000;
  return minutes < 1
    ? `${Math.max(1, Math.round(ms / 1000))} s`
    : `${minutes.toFixed(minutes < 10 ? 1 : 0)} min`;
}
