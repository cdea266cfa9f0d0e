import { type Outcome, type Survivor, scoreOf } from './outcome.ts';
import { findReason, type Reason } from './reasons.ts';

/** The share of all mutants that must be noticed. */
export const leastScore = 0.85;

/** Writes the page of `docs/evidence`: how the groups ended, and every mutant that lived with its reason. */
export function toPage(outcomes: readonly Outcome[], reasons: readonly Reason[]): string {
  const survivors = outcomes.flatMap((outcome) => outcome.survivors);
  const files = [...new Set(survivors.map(({ file }) => file))];
  return [
    introduction,
    tableOf(outcomes),
    '',
    '## What lived',
    '',
    'A row for each reason: the lines of today, what stands there → what the mutant had in its place.',
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

Written by \`npm run mutate\` (method and limits: [\`mutation/\`](../../mutation/README.md)). A mutant is the code with one small
break: a condition turned round, a call left out, a text emptied. It is noticed when a test fails, or no longer ends. Of all
tried, ${leastScore * 100} % at least must be noticed, and each that lived has its reason below. Half of the CPU minutes is what two idle
cores take; the other minutes are those of the machine of the run, which others may have used.
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
    '| group | tried | failed a test | never ended | lived | noticed | minutes | CPU minutes |',
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
  return [`\n### \`${file}\`\n`, '| line | mutant | why it may live |', '|---|---|---|', ...rows].join('\n');
}

/** Code in a cell of a table: a bar would end it, and a backtick the code. */
function toCode(code: string): string {
  return `\`\` ${code.replaceAll('|', '\\|')} \`\``;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
