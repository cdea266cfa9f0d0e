import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../build/contentHash.ts';

/** File to which the chart is printed, relative to the root. */
export const statechartPath = 'packages/react/src/flow/flow.mmd';

const flow = join(root, 'packages/react/src/flow');
/** Parts of the table of transitions, by file and name. */
const parts = [
  ['transitions.ts', 'transitions'],
  ['fundingTransitions.ts', 'fundingTransitions'],
  ['mfaTransitions.ts', 'mfaTransitions'],
  ['recoveryTransitions.ts', 'recoveryTransitions'],
] as const;

/** Start and end of a flow, in Mermaid. */
const outside = '[*]';
/** Targets that are known only while the flow runs. */
const earlierScreen = 'EARLIER_SCREEN';
const firstScreen = 'FIRST_SCREEN';
const refusedScreen = 'REFUSED_SCREEN';

/** Steps that several transitions share, by the name of their type. The chart shows each once, under this name. */
const sharedSteps: Readonly<Record<string, string>> = {
  AfterLogin: 'AFTER_LOGIN',
  LoginError: 'LOGIN_ERROR',
};

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/**
 * Draws the modal's flow as a Mermaid state diagram, from the types of its tables: the type that a transition returns
 * names every screen that it can lead to.
 *
 * @param program contains the sources of the flow
 */
export function drawStatechart(program: ts.Program): string {
  const checker = program.getTypeChecker();
  const rowsOf = (file: string, name: string) => readTable(program, checker, join(flow, file), name);

  const begun = rowsOf('firstEntries.ts', 'firstEntries').flatMap(([intent, first]) =>
    screensOf(checker, resultOf(checker, first)).map((to) => ({ from: outside, to, label: intent })),
  );
  const refused = rowsOf('step-up/stepUps.ts', 'stepUps').flatMap(([kind, row]) =>
    screensOf(checker, resultOf(checker, propertyOf(checker, row, 'enter'))).map((to) => ({
      from: refusedScreen,
      to,
      label: kind,
    })),
  );
  const shared = new Map<string, string[]>();
  const left = parts
    .flatMap(([file, name]) => rowsOf(file, name))
    .flatMap(([from, exits]) =>
      checker.getPropertiesOfType(exits).flatMap((exit) => {
        const step = resultOf(checker, checker.getTypeOfSymbol(exit));
        return targetsOf(checker, step, from, shared).map((to) => ({ from, to, label: exit.name }));
      }),
    );

  return [
    'stateDiagram-v2',
    '  %% Printed from the types of this folder: UPDATE_DOCS=1 npx vitest run --project unit scripts/docs',
    `  %% ${refusedScreen}: any screen that is left by a refusal which a step-up lifts. It is tried again afterwards.`,
    `  %% ${earlierScreen}: the screen that the person came from. ${firstScreen}: the one that the request began at.`,
    ...linesOf(begun),
    ...linesOf(refused),
    ...linesOf([...shared].flatMap(([from, all]) => all.map((to) => ({ from, to, label: '' })))),
    ...linesOf(left),
    '',
  ].join('\n');
}

/** Draws arrows between the same screens as one line. */
function linesOf(arrows: readonly Arrow[]): string[] {
  const labels = new Map<string, Set<string>>();
  for (const { from, to, label } of arrows) {
    const line = `  ${from} --> ${to}`;
    labels.set(line, (labels.get(line) ?? new Set()).add(label));
  }
  return [...labels]
    .map(([line, names]) => [line, [...names].sort().join(', ')].filter((part) => part !== '').join(': '))
    .sort();
}

function readTable(
  program: ts.Program,
  checker: ts.TypeChecker,
  path: string,
  name: string,
): (readonly [string, ts.Type])[] {
  const declarations = program
    .getSourceFile(path)
    ?.statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  const table = declarations?.find((one) => one.name.getText() === name);
  if (!table) throw new Error(`${path} declares no ${name}`);
  return checker
    .getPropertiesOfType(checker.getTypeAtLocation(table))
    .map((row) => [row.name, checker.getTypeOfSymbol(row)] as const);
}

/**
 * Returns the targets of a step.
 *
 * @param shared collects the targets of shared steps, by their name in the chart
 */
function targetsOf(
  checker: ts.TypeChecker,
  step: ts.Type,
  from: string,
  shared: Map<string, string[]>,
): string[] {
  const name = sharedSteps[step.aliasSymbol?.name ?? ''];
  if (name) {
    if (!shared.has(name)) shared.set(name, placesOf(checker, step, name, shared));
    return [name];
  }
  return placesOf(checker, step, from, shared);
}

function placesOf(
  checker: ts.TypeChecker,
  step: ts.Type,
  from: string,
  shared: Map<string, string[]>,
): string[] {
  if (step.isUnion()) return step.types.flatMap((one) => targetsOf(checker, one, from, shared));
  const has = (name: string) => isThere(checker, step, name);
  if (has('to')) return screensOf(checker, propertyOf(checker, step, 'to'));
  if (has('close')) return [outside];
  if (has('stay')) return [from];
  if (has('restart')) return [firstScreen];
  if (has('done'))
    return [refusedScreen, ...targetsOf(checker, propertyOf(checker, step, 'done'), from, shared)];
  if (has('undone'))
    return targetsOf(checker, resultOf(checker, propertyOf(checker, step, 'undone')), from, shared);
  throw new Error(`${from} has a transition that leads nowhere: ${checker.typeToString(step)}`);
}

/**
 * Returns the names of the screens that an entry can be. An entry that can be more than 20 screens stands for the one
 * that the user came from.
 */
function screensOf(checker: ts.TypeChecker, entry: ts.Type): string[] {
  const entries = (entry.isUnion() ? entry.types : [entry]).filter((one) => isThere(checker, one, 'name'));
  const names = entries.flatMap((one) => {
    const name = propertyOf(checker, one, 'name');
    return (name.isUnion() ? name.types : [name]).map((literal) =>
      literal.isStringLiteral() ? literal.value : earlierScreen,
    );
  });
  return names.length > 20 ? [earlierScreen] : [...new Set(names)];
}

function resultOf(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  const [signature] = type.getCallSignatures();
  if (!signature) throw new Error(`${checker.typeToString(type)} is no function`);
  return signature.getReturnType();
}

function isThere(checker: ts.TypeChecker, type: ts.Type, name: string): boolean {
  const property = checker.getPropertyOfType(type, name);
  return property !== undefined && (checker.getTypeOfSymbol(property).flags & ts.TypeFlags.Undefined) === 0;
}

function propertyOf(checker: ts.TypeChecker, type: ts.Type, name: string): ts.Type {
  const property = checker.getPropertyOfType(type, name);
  if (!property) throw new Error(`${checker.typeToString(type)} has no ${name}`);
  return checker.getNonNullableType(checker.getTypeOfSymbol(property));
}
