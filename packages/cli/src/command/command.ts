import type { Context } from './context.ts';
import type { Exit } from './exitCodes.ts';

/** Option of a command. With `value` it takes one, otherwise it is a switch. */
export interface OptionFacts {
  readonly about: string;
  /** Name of the value in the help. */
  readonly value?: string;
  /** True if it may be given several times. */
  readonly many?: true;
  /** Values that it accepts. Any if absent. */
  readonly choices?: readonly string[];
}

/**
 * Names of arguments, in order: `app_id`, `[user_id]` if it may be absent, `anchors...` for any number of them.
 */
type ArgumentNames = readonly string[];

type BareName<Name extends string> = Name extends `[${infer Inner}]`
  ? Inner
  : Name extends `${infer Inner}...`
    ? Inner
    : Name;
type ArgumentValue<Name extends string> = Name extends `[${string}]`
  ? string | undefined
  : Name extends `${string}...`
    ? readonly string[]
    : string;
type Arguments<Names extends ArgumentNames> = {
  readonly [Name in Names[number] as BareName<Name>]: ArgumentValue<Name>;
};
type OptionValue<Facts extends OptionFacts> = Facts extends { value: string }
  ? Facts extends { many: true }
    ? readonly string[]
    : string | undefined
  : boolean;
type Options<Facts extends Readonly<Record<string, OptionFacts>>> = {
  readonly [Name in keyof Facts]: OptionValue<Facts[Name]>;
};

/** Result of a command: the value that `--json` prints, and the text that is printed otherwise. */
export interface Result {
  readonly json: unknown;
  readonly text: string;
  /** @default ok */
  readonly exit?: Exit;
}

/** Description of a command without its code: what the help and the documentation print. */
export interface CommandFacts {
  /** Words of the command, such as `apps list`. */
  readonly words: string;
  /** One sentence for the help and the documentation. */
  readonly about: string;
  readonly arguments?: ArgumentNames;
  /** Options by name: `keyFile` is `--key-file`. */
  readonly options?: Readonly<Record<string, OptionFacts>>;
  /** Role that an operator's token needs. Absent for commands that need none. */
  readonly role?: 'viewer' | 'support' | 'admin';
}

export interface RawInput {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Command extends CommandFacts {
  /** Runs the command. Null if it has printed everything itself, or keeps running. */
  run(context: Context, input: RawInput): Promise<Result | null>;
}

/**
 * Declares a command. The types of its arguments and options come from the facts.
 *
 * @example
 * const list = command({ words: 'apps list', about: 'Lists the apps.' }, async (context) => …);
 */
export function command<
  const Names extends ArgumentNames = [],
  const Facts extends Readonly<Record<string, OptionFacts>> = Record<never, never>,
>(
  facts: CommandFacts & { readonly arguments?: Names; readonly options?: Facts },
  run: (
    context: Context,
    input: { readonly arguments: Arguments<Names>; readonly options: Options<Facts> },
  ) => Promise<Result | null>,
): Command {
  return { ...facts, run: (context, input) => run(context, input as never) };
}
