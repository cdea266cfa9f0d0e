import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/contentHash.ts';
import { judge, type StepCost, told } from './budget.ts';
import { calibrate } from './calibrate.ts';
import { type RecordedCommand, readCosts, readRecorded, record } from './costs.ts';
import { createMeter } from './meter.ts';

export interface Account {
  /** Runs a step, and prints its cost at the end. */
  during<T>(step: string, budgetS: number | null, work: () => Promise<T>): Promise<T>;
  /** Variables that make Vitest record the cost of each file. */
  readonly env: NodeJS.ProcessEnv;
  /**
   * Prints the account, and records it if requested.
   *
   * @returns the reasons why the command fails by its budget; empty if it does not
   */
  close(options: { isRecording: boolean }): Promise<string[]>;
}

const costsFolder = join(root, '.cache/test-costs');
const shownFiles = 10;

/** Opens the account of a command. Takes a few seconds, because it measures how slow the machine is. */
export async function openAccount(command: RecordedCommand): Promise<Account> {
  const slowness = await calibrate();
  const meter = createMeter();
  const steps: StepCost[] = [];
  rmSync(costsFolder, { recursive: true, force: true });
  return {
    env: meter ? { LATCHKEY_CPU_METER: meter.setting, LATCHKEY_CPU_COSTS: costsFolder } : {},
    async during(step, budgetS, work) {
      console.log(`\n${step}`);
      const [beforeS, startedAt] = [meter?.usedS() ?? 0, performance.now()];
      const result = await work();
      const cpuS = ((meter?.usedS() ?? 0) - beforeS) / slowness;
      steps.push({ step, cpuS, budgetS });
      const wall = `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
      console.log(`${step}: ${wall}${meter ? `, ${told(cpuS)}` : ''}`);
      return result;
    },
    async close({ isRecording }) {
      if (!meter) {
        console.log('\nThis system does not tell the CPU time of processes, so no budget was checked.');
        return [];
      }
      const files = readCosts(costsFolder).map((cost) => ({ ...cost, cpuS: cost.cpuS / slowness }));
      const { failures, warnings } = judge(steps, files, readRecorded(command));
      console.log(
        `\nCPU seconds, of a machine ${slowness.toFixed(2)} × as slow as the reference (divided by that)`,
      );
      if (meter.caveat) console.log(`  ${meter.caveat}`);
      for (const { step, cpuS, budgetS } of steps) {
        console.log(
          `  ${cpuS.toFixed(0).padStart(6)}  ${step}${budgetS === null ? '' : ` (budget ${budgetS})`}`,
        );
      }
      console.log('The most expensive files');
      for (const { file, cpuS, isFirst } of files.slice(0, shownFiles)) {
        console.log(`  ${cpuS.toFixed(0).padStart(6)}  ${file}${isFirst ? ' (first of its worker)' : ''}`);
      }
      for (const warning of warnings) console.log(`! dearer than recorded: ${warning}`);
      for (const failure of failures) console.log(`✗ over budget: ${failure}`);
      if (isRecording) await record(command, files, (file) => existsSync(join(root, file)));
      meter.close();
      return failures;
    },
  };
}
