import type { ChildProcess } from 'node:child_process';
import { startProcess } from '../../packages/testkit/src/index.ts';
import type { Image } from './builder.ts';

/**
 * Prepares the file system of a container in its own mount namespace, and replaces itself with the program: a
 * `/proc`, this machine's `/dev`, the root read-only if `$2` is `ro`, the user `$3` and no privileges.
 */
const script = `
set -e
root=$1 mode=$2 user=$3 folder=$4
shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
if [ "$mode" = ro ]; then mount -o remount,bind,ro "$root"; fi
exec chroot "$root" /usr/bin/setpriv --reuid "\${user%:*}" --regid "\${user#*:}" --clear-groups --no-new-privs \\
  --inh-caps=-all --bounding-set=-all /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
`;

interface ContainerOptions {
  /** Variables in addition to the image's. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** A command in place of the image's program. */
  readonly command?: readonly string[];
  readonly isWritable?: boolean;
  readonly user?: string;
}

function commandOf(image: Image, options: ContainerOptions) {
  const { args = [], command = [...image.config.Entrypoint, ...args], isWritable = false } = options;
  const { user = image.config.User } = options;
  const env = {
    ...Object.fromEntries(image.config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2))),
    ...options.env,
  };
  const given = [image.root, isWritable ? 'rw' : 'ro', user, image.config.WorkingDir, ...command];
  return { command: ['--mount', 'sh', '-c', script, 'sh', ...given], env };
}

export interface Container {
  readonly process: ChildProcess;
  output(): string;
  readonly exited: Promise<number | null>;
}

export function startContainer(image: Image, options: ContainerOptions): Container {
  const { command, env } = commandOf(image, options);
  const child = startProcess('unshare', command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += String(text);
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { process: child, output: () => output, exited };
}

export async function runInContainer(
  image: Image,
  options: ContainerOptions,
): Promise<{ code: number | null; output: string }> {
  const { process, output } = startContainer(image, options);
  const code = await new Promise<number | null>((resolve) => process.once('close', resolve));
  return { code, output: output() };
}
