import { ServiceError } from '@latchkey/wire';

/**
 * Makes a function whose code is loaded at the first call.
 *
 * @param load imports the module and gives the function
 * @returns a function with the same parameters. It fails with `network_error` if the code does not come, as on a page that was
 *   deployed anew; the next call tries again.
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
