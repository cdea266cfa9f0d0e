import type { OperatorRole, Route } from '@latchkey/wire';
import { type Command, type CommandFacts, type Context, command, type Result } from '../command/index.ts';
import { callService } from './callService.ts';
import { findLogin, type Login, serviceOptions } from './findLogin.ts';

type OptionsFacts = NonNullable<CommandFacts['options']>;
type Call = <Body, Reply>(
  route: Route<Body, Reply>,
  input?: Parameters<typeof callService<Body, Reply>>[3],
) => Promise<Reply>;

export interface Service {
  readonly context: Context;
  readonly login: Login;
  /** Calls a route with the key of this command. */
  readonly call: Call;
}

/**
 * Declares a command that calls a running service. It has the options that name the service and the key.
 *
 * @param facts as for `command`; `role` is the role that a token needs
 */
export function serviceCommand<
  const Names extends readonly string[] = [],
  const Facts extends OptionsFacts = Record<never, never>,
>(
  facts: CommandFacts & { readonly role: OperatorRole; readonly arguments?: Names; readonly options?: Facts },
  run: (
    service: Service,
    input: Parameters<Parameters<typeof command<Names, Facts>>[1]>[1],
  ) => Promise<Result>,
): Command {
  const options = { ...facts.options, ...serviceOptions };
  return command({ ...facts, options }, async (context, input) => {
    const login = await findLogin(
      context,
      input.options as { url: string | undefined; keyFile: string | undefined },
    );
    const call: Call = (route, given) => callService(context, login, route, given);
    return run({ context, login, call }, input as never);
  });
}
