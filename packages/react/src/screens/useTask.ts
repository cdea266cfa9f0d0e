import { isCode, ServiceError } from '@latchkey/wire';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface Task<Input extends unknown[]> {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly error: ServiceError | null;
  run(...input: Input): void;
}

interface TaskOptions<Input extends unknown[], Result> {
  work(...input: Input): Promise<Result>;
  /** Also receives the input of the run. */
  onDone?(result: Result, ...input: Input): void;
  onFailed?(error: ServiceError, ...input: Input): void;
}

/** Runs a screen's asynchronous work, one run at a time. Drops a result that arrives after the screen was left. */
export function useTask<Input extends unknown[], Result>(options: TaskOptions<Input, Result>): Task<Input> {
  const [state, setState] = useState<{ status: Task<Input>['status']; error: ServiceError | null }>({
    status: 'idle',
    error: null,
  });
  const latest = useRef(options);
  latest.current = options;
  const mounted = useRef(false);
  const running = useRef(false);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const run = useCallback((...input: Input) => {
    if (running.current) return;
    running.current = true;
    setState({ status: 'running', error: null });
    latest.current.work(...input).then(
      (result) => {
        running.current = false;
        if (!mounted.current) return;
        setState({ status: 'done', error: null });
        latest.current.onDone?.(result, ...input);
      },
      (reason: unknown) => {
        running.current = false;
        if (!mounted.current) return;
        const error = toServiceError(reason);
        setState({ status: 'failed', error });
        latest.current.onFailed?.(error, ...input);
      },
    );
  }, []);

  return { ...state, run };
}

/**
 * Returns our own errors unchanged, and wraps any other error with its cause. Our errors are recognised by their
 * shape, because a page with two copies of wire in its bundle has two `ServiceError` classes.
 */
function toServiceError(reason: unknown): ServiceError {
  return isCode(reason) ? reason : new ServiceError('internal_error', { cause: reason });
}
