import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** Reads what is guarded, line by line, until its input ends: then this process is gone, and all that is left is killed. */
const program = `
while read -r word target; do
  case $word in
    begin) targets="$targets $target" ;;
    end) left=; for one in $targets; do [ "$one" = "$target" ] || left="$left $one"; done; targets=$left ;;
  esac
done
for one in $targets; do kill -s KILL -- "$one"; done
`;

/** Ids of the guarded processes. Negative numbers are process groups. */
const targets = new Set<number>();
let shell: Writable | undefined;

process.on('exit', () => {
  for (const target of targets) send(target, 'SIGKILL');
});

/**
 * Ends a program of others when this process ends, even if this one is killed (SIGKILL): a shell waits for that and kills what
 * is left. On a system without a shell, this process kills it when it exits by itself.
 *
 * @param options.isGroup whether it leads a process group (`detached`), all of which ends
 * @returns the function that kills it now
 */
export function guard(child: ChildProcess, { isGroup = false } = {}): () => void {
  if (child.pid === undefined) return () => {};
  const target = isGroup ? -child.pid : child.pid;
  targets.add(target);
  tell(`begin ${target}`);
  child.once('exit', () => {
    // The others of a group may still be there.
    if (isGroup && send(target, 0)) return;
    targets.delete(target);
    tell(`end ${target}`);
  });
  return () => {
    // The number of one that has ended may be another program's.
    if (targets.has(target)) send(target, 'SIGKILL');
  };
}

/** @returns whether there was anything to send it to */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

function tell(line: string): void {
  shell ??= startShell();
  shell.write(`${line}\n`);
}

function startShell(): Writable {
  // In a session of its own, so that Ctrl-C in a terminal does not end it first.
  const child = spawn('sh', ['-c', program], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  // This process may end while the pipe is open.
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child.stdin;
}
