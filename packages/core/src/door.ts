import { ServiceError } from '@latchkey/wire';

/**
 * Makes an operation of an act whose code is loaded at the first call. It takes what the act takes.
 *
 * @param load imports the act's file and gives the act
 * @returns the operation, which fails with `network_error` where the code does not come, as on a page that was deployed
 * anew; the next call tries again
 */
/* @__NO_SIDE_EFFECTS__ */
export function door<Input extends unknown[], Result>(
  load: () => Promise<(...input: Input) => Result | Promise<Result>>,
): (...input: Input) => Promise<Result> {
  return async (...input) => {
    const act = await load().catch((cause: unknown) => {
      throw new ServiceError('network_error', { cause });
    });
    return act(...input);
  };
}
