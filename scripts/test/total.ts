import type { TestReport } from '../spec/results.ts';

interface TotalInput {
  reports: readonly TestReport[];
  checks: { passed: readonly unknown[]; failed: readonly unknown[] };
  /** Number of missing programs that the machine should have. */
  missing: number;
  /** Exit code of the test runner. */
  code: number;
}

/**
 * Adds everything up: each test and each check counts as one. A file that could not be loaded, a missing program, and
 * a runner that failed without a failing test (an error outside of any test) count as failures.
 */
export function totalOf({ reports, checks, missing, code }: TotalInput): { passed: number; failed: number } {
  const files = reports.flatMap(({ testResults }) => testResults);
  const statuses = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  const failedTests = statuses.filter((status) => status === 'failed').length + brokenFiles.length;
  const failedSilently = failedTests === 0 && code !== 0 ? 1 : 0;
  return {
    passed: statuses.filter((status) => status === 'passed').length + checks.passed.length,
    failed: failedTests + failedSilently + checks.failed.length + missing,
  };
}
