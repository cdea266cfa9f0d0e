import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startProcess, temporaryFolder } from '../../packages/testkit/src/index.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { capture, run } from '../../scripts/run.ts';
import { makeDebian } from './base.ts';
import type { Image } from './builder.ts';

/** A Debian system that systemd has started, with our units and programs. It has the network of this machine. */
export interface SystemdMachine {
  /** Runs a command in the system, and returns its output. Throws if the command fails. */
  run(...command: string[]): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts systemd in a container of `systemd-nspawn`, with the units of `deploy/systemd`.
 *
 * @param image where `/opt/latchkey` and Node.js come from
 * @param settings content of `/etc/latchkey/<name>.env`, by name
 */
export async function startSystemd(
  image: Pick<Image, 'root'>,
  settings: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<SystemdMachine> {
  const folder = temporaryFolder('systemd');
  const system = join(folder, 'system');
  await makeDebian(system, ['systemd-sysv', 'procps', 'libstdc++6', 'ca-certificates']);
  cpSync(join(image.root, 'usr/local/bin/node'), join(system, 'usr/bin/node'));
  await run('cp', ['-a', join(image.root, 'app'), join(system, 'opt/latchkey')]);
  cpSync(join(root, 'deploy/systemd'), join(system, 'etc/systemd/system'), { recursive: true });
  await run('chroot', [system, 'useradd', '--system', '--no-create-home', 'latchkey']);
  mkdirSync(join(system, 'etc/latchkey'));
  for (const [name, variables] of Object.entries(settings)) {
    const lines = Object.entries(variables).map(([variable, value]) => `${variable}=${value}\n`);
    const file = join(system, 'etc/latchkey', `${name}.env`);
    writeFileSync(file, lines.join(''));
    chmodSync(file, 0o600);
  }

  const options = ['--register=no', '--keep-unit', '--console=pipe', '--directory', system, '--boot'];
  const child = startProcess('systemd-nspawn', options, {
    stdio: ['ignore', 'pipe', 'pipe'],
    within: 'file',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += String(text);
    });
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));

  function findFirst(): string | undefined {
    if (child.exitCode !== null) throw new Error(`systemd-nspawn ended with ${child.exitCode}:\n${output}`);
    return readdirSync('/proc').find((id) => {
      if (!/^\d+$/.test(id)) return false;
      try {
        const status = readFileSync(`/proc/${id}/status`, 'utf8');
        return status.includes(`\nPPid:\t${child.pid}\n`) && status.startsWith('Name:\tsystemd\n');
      } catch {
        return false; // The process has ended.
      }
    });
  }
  const enter = (first: string, command: readonly string[]) =>
    capture('nsenter', ['--target', first, '--mount', '--pid', '--uts', '--ipc', '--cgroup', ...command]);
  const isRunning = async () => {
    const first = findFirst();
    return first === undefined ? '' : (await enter(first, ['systemctl', 'is-system-running'])).output.trim();
  };
  await expect.poll(isRunning).toMatch(/^(?:running|degraded)$/);
  return {
    async run(...command) {
      const { code, output: text } = await enter(findFirst() ?? '', command);
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${text}`);
      return text.trim();
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
