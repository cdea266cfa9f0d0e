import { isCode } from '@latchkey/wire';
import { CommanderError, Command as Parser } from 'commander';
import type { Command, OptionFacts, RawInput } from './command.ts';
import type { Context } from './context.ts';
import { type Exit, exitCodes, exitOf, isCommandError } from './exitCodes.ts';

/** Descriptions of the first words that several commands share, such as `apps`. */
export type Groups = Readonly<Record<string, string>>;

interface CommandLine {
  readonly commands: readonly Command[];
  readonly groups: Groups;
  readonly version: string;
}

/**
 * Parses a command line and runs its command. Prints the result as JSON with `--json`, otherwise as text.
 *
 * @param args the arguments without the program's name
 * @returns the exit code (`exitCodes`); null if the command returned no result, because it keeps running or has printed
 *   everything itself
 */
export async function runCommandLine(
  args: readonly string[],
  context: Context,
  line: CommandLine,
): Promise<number | null> {
  let exit: Exit | null = 'ok';
  const parser = toParser(line, context, async (command, { json, ...input }) => {
    exit = await runCommand(command, context, { input, isJson: json });
  });
  try {
    await parser.parseAsync([...args], { from: 'user' });
    return exit === null ? null : exitCodes[exit].code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // commander also throws after it has printed the help or the version.
    return error.exitCode === 0 ? exitCodes.ok.code : exitCodes.usage.code;
  }
}

async function runCommand(
  command: Command,
  context: Context,
  { input, isJson }: { input: RawInput; isJson: boolean },
): Promise<Exit | null> {
  try {
    const result = await command.run(context, input);
    if (result === null) return null;
    context.tell(isJson ? JSON.stringify(result.json, null, 2) : result.text);
    return result.exit ?? 'ok';
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const code = isCode(error) ? error.code : null;
    const data = isCode(error) ? error.details : undefined;
    context.note(isJson ? JSON.stringify({ error: text, code, data }) : toText(error, text));
    return exitOf(error);
  }
}

function toText(error: unknown, text: string): string {
  if (isCommandError(error) || !isCode(error)) return text;
  const details = error.details ? ` ${JSON.stringify(error.details)}` : '';
  return `${text} (${error.code})${details}`;
}

type Act = (command: Command, input: RawInput & { json: boolean }) => Promise<void>;

function toParser({ commands, groups, version }: CommandLine, context: Context, act: Act): Parser {
  const root = configure(new Parser('latchkey'), context)
    .description('Starts, checks and operates Latchkey. Every command has --help.')
    .version(version, '--version', 'Prints the version.');
  const parents = new Map<string, Parser>();
  for (const command of commands) {
    const [first = '', ...rest] = command.words.split(' ');
    const parent = rest.length === 0 ? root : (parents.get(first) ?? addGroup(root, first, groups, context));
    const own = addCommand(parent, rest.at(-1) ?? first, command, { act, context });
    parents.set(first, rest.length === 0 ? own : parent);
  }
  return root;
}

function addGroup(root: Parser, name: string, groups: Groups, context: Context): Parser {
  return configure(root.command(name), context).description(groups[name] ?? '');
}

function configure(parser: Parser, context: Context): Parser {
  const trim = (text: string) => text.replace(/\n$/, '');
  return (
    parser
      .exitOverride()
      // Otherwise `serve` would take the options of `serve hosted`, which has the same ones.
      .enablePositionalOptions()
      .helpCommand(false)
      .helpOption('-h, --help', 'Prints this help.')
      .configureOutput({
        writeOut: (text) => context.tell(trim(text)),
        writeErr: (text) => context.note(trim(text)),
      })
      .showHelpAfterError('(--help lists commands and options)')
  );
}

function addCommand(
  parent: Parser,
  name: string,
  command: Command,
  { act, context }: { act: Act; context: Context },
): Parser {
  const parser = configure(parent.command(name), context).description(command.about);
  const names = command.arguments ?? [];
  for (const argument of names) parser.argument(/^\[/.test(argument) ? argument : toArgument(argument));
  for (const [option, facts] of Object.entries(command.options ?? {})) addOption(parser, option, facts);
  parser.option('--json', 'Prints the result as JSON.');
  parser.action(async (...values: unknown[]) => {
    const { json, ...options } = parser.opts();
    const entries = names.map((argument, at) => [argument.replace(/[[\].]/g, ''), values[at]]);
    await act(command, { arguments: Object.fromEntries(entries), options, json: json === true });
  });
  return parser;
}

/** Converts `anchors...` to commander's notation for any number of values, and `app_id` to that for one. */
const toArgument = (name: string): string => (name.endsWith('...') ? `[${name}]` : `<${name}>`);

function addOption(parser: Parser, name: string, { about, choices, many, value }: OptionFacts): void {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === undefined) {
    parser.option(flag, about, false);
    return;
  }
  const option = parser.createOption(`${flag} <${value}>`, about);
  if (choices) option.choices([...choices]);
  if (many) {
    option.default([], 'none').argParser((text: string, before: string[]) => [...before, text]);
  }
  parser.addOption(option);
}
