import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * Shell program that reads the ids of the guarded processes from its input, line by line. The input ends when this
 * process ends. Then it kills the guarded processes that still run.
 */
const program = `
while read -r word target; do
  case $word in
    begin) targets="$targets $target" ;;
    end) left=; for one in $targets; do [ "$one" = "$target" ] || left="$left $one"; done; targets=$left ;;
  esac
done
for one in $targets; do kill -s KILL -- "$one"; done
`;

const targets = new Set<number>();
let shell: Writable | undefined;

process.on('exit', () => {
  for (const target of targets) send(target, 'SIGKILL');
});

/**
 * Ends an external program when this process ends, even if this process is killed (SIGKILL): a shell waits for that
 * and kills the program. On a system without a shell, the program is killed only if this process exits by itself.
 *
 * @param options.isGroup true if the program leads a process group (`detached`), which is ended as a whole
 * @returns a function that kills it now
 */
export function guard(child: ChildProcess, { isGroup = false } = {}): () => void {
  if (child.pid === undefined) return () => {};
  const target = isGroup ? -child.pid : child.pid;
  targets.add(target);
  tell(`begin ${target}`);
  child.once('exit', () => {
    // Other processes of the group may still be running.
    if (isGroup && send(target, 0)) return;
    targets.delete(target);
    tell(`end ${target}`);
  });
  return () => {
    // After the program has ended, its id may belong to another program.
    if (targets.has(target)) send(target, 'SIGKILL');
  };
}

/** @returns false if there is no such process */
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
  // Runs in a session of its own, so Ctrl-C in a terminal does not end it first.
  const child = spawn('sh', ['-c', program], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  // Lets this process exit while the pipe is open.
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child.stdin;
}
