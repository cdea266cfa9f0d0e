import { type Outcome, type Survivor, scoreOf } from './outcome.ts';
import { findReason, type Reason } from './reasons.ts';

/** Share of all mutants that must be noticed. */
export const leastScore = 0.85;

/** Returns the page of `docs/evidence`: the groups' results, and every survivor with its reason. */
export function toPage(outcomes: readonly Outcome[], reasons: readonly Reason[]): string {
  const survivors = outcomes.flatMap((outcome) => outcome.survivors);
  const files = [...new Set(survivors.map(({ file }) => file))];
  return [
    introduction,
    tableOf(outcomes),
    '',
    '## Survivors',
    '',
    'One row for each reason: the lines at the time of the run, and the original code → the code of the mutant.',
    ...files.map((file) =>
      listFile(
        file,
        survivors.filter((survivor) => survivor.file === file),
        reasons,
      ),
    ),
    '',
  ].join('\n');
}

const introduction = `# Mutation tests

Printed by \`npm run mutate\` ([method and limits](../../mutation/README.md)). A mutant is the code with one small change that breaks it: an inverted condition, a missing call, an empty text. It is detected if a test fails or does not end. At least ${leastScore * 100} % of all mutants must be detected. Each survivor has its reason below. On two idle cores, a run takes half of its CPU minutes. The other minutes were measured on the machine of the run, which other work may have slowed.
`;

function tableOf(outcomes: readonly Outcome[]): string {
  const tried = ({ killed, timedOut, survivors }: Counted) => killed + timedOut + survivors.length;
  const rows = outcomes.map((outcome) => {
    const { group, killed, timedOut, survivors, drawnFrom, took } = outcome;
    const drawn = drawnFrom === null ? 'all' : `drawn from ${drawnFrom}`;
    return `| ${group} | ${tried(outcome)} (${drawn}) | ${killed} | ${timedOut} | ${survivors.length} | ${percent(scoreOf([outcome]))} | ${took.wall} | ${took.cpu} |`;
  });
  const total = outcomes.reduce(add, { killed: 0, timedOut: 0, survivors: [], took: { wall: 0, cpu: 0 } });
  return [
    '| group | tried | failed a test | did not end | survived | detected | minutes | CPU minutes |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    `| **all** | ${tried(total)} | ${total.killed} | ${total.timedOut} | ${total.survivors.length} | **${percent(scoreOf([total]))}** | ${total.took.wall.toFixed(1)} | ${total.took.cpu.toFixed(1)} |`,
  ].join('\n');
}

type Counted = Pick<Outcome, 'killed' | 'timedOut' | 'survivors' | 'took'>;

function add(one: Counted, other: Counted): Counted {
  return {
    killed: one.killed + other.killed,
    timedOut: one.timedOut + other.timedOut,
    survivors: [...one.survivors, ...other.survivors],
    took: { wall: one.took.wall + other.took.wall, cpu: one.took.cpu + other.took.cpu },
  };
}

function listFile(file: string, survivors: readonly Survivor[], reasons: readonly Reason[]): string {
  const byReason = new Map<string, Survivor[]>();
  for (const survivor of survivors) {
    const reason = findReason(reasons, survivor)?.reason ?? '**none yet**';
    byReason.set(reason, [...(byReason.get(reason) ?? []), survivor]);
  }
  const rows = [...byReason].map(([reason, those]) => {
    const lines = [...new Set(those.map(({ line }) => line))].join(', ');
    const changes = [...new Set(those.map(({ change }) => toCode(change)))].join('<br>');
    return `| ${lines} | ${changes} | ${reason} |`;
  });
  return [`\n### \`${file}\`\n`, '| line | mutant | why it may survive |', '|---|---|---|', ...rows].join(
    '\n',
  );
}

/** Formats code for a cell of a table, in which a bar would end the cell and a backtick the code. */
function toCode(code: string): string {
  return `\`\` ${code.replaceAll('|', '\\|')} \`\``;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
