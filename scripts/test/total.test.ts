import { expect, it } from 'vitest';
import type { TestReport } from '../spec/results.ts';
import { totalOf } from './total.ts';

function report(...files: { status: string; tests: string[] }[]): TestReport {
  return {
    testResults: files.map(({ status, tests }) => ({
      name: 'a.test.ts',
      status,
      assertionResults: tests.map((one) => ({ ancestorTitles: [], title: 'x', status: one })),
    })),
  };
}

const checks = { passed: ['lint'], failed: [] };

it('the total counts each test and each check once', () => {
  const reports = [report({ status: 'passed', tests: ['passed', 'passed'] })];
  expect(totalOf({ reports, checks, missing: 0, code: 0 })).toEqual({ passed: 3, failed: 0 });
});

it('failed tests, failed checks and missing programs count as failures', () => {
  const reports = [report({ status: 'failed', tests: ['passed', 'failed'] })];
  const total = totalOf({ reports, checks: { passed: [], failed: ['types'] }, missing: 1, code: 1 });
  expect(total).toEqual({ passed: 1, failed: 3 });
});

it('a file that could not be loaded counts as a failure', () => {
  const reports = [report({ status: 'failed', tests: [] }, { status: 'passed', tests: ['passed'] })];
  expect(totalOf({ reports, checks, missing: 0, code: 1 })).toEqual({ passed: 2, failed: 1 });
});

it('a runner that failed without a failing test, or before its report, counts as a failure', () => {
  const reports = [report({ status: 'passed', tests: ['passed'] })];
  expect(totalOf({ reports, checks, missing: 0, code: 1 })).toEqual({ passed: 2, failed: 1 });
  expect(totalOf({ reports: [], checks, missing: 0, code: 1 })).toEqual({ passed: 1, failed: 1 });
});
