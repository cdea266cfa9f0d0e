import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Prometheus' own checker reads the alert rules and evaluates them on made-up series.

const folder = join(import.meta.dirname, '../../deploy/observability');

/** Runs promtool. Returns its exit status and what it printed. */
function promtool(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('/usr/bin/promtool', args, { cwd: folder, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

test('Prometheus accepts the alert rules', () => {
  const { output, status } = promtool('check', 'rules', 'alerts.yml');
  expect(output).toMatch(/SUCCESS: \d+ rules found/);
  expect(status).toBe(0);
});

test('promtool’s tests of the alert rules pass', () => {
  const { output, status } = promtool('test', 'rules', 'alerts.test.yml');
  expect(output).toContain('SUCCESS');
  expect(status).toBe(0);
});
