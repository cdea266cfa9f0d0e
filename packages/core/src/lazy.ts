import { ServiceError } from '@latchkey/wire';

/**
 * Creates a function whose code is loaded at the first call.
 *
 * @param load imports the module and returns the function
 * @returns a function with the same parameters. It rejects with `network_error` if the code does not load, for
 *   example after a new deployment. The next call tries again; some browsers remember a failed import until a reload.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<Input extends unknown[], Result>(
  load: () => Promise<(...input: Input) => Result | Promise<Result>>,
): (...input: Input) => Promise<Result> {
  return async (...input) => {
    const call = await load().catch((cause: unknown) => {
      throw new ServiceError('network_error', { cause });
    });
    return call(...input);
  };
}
