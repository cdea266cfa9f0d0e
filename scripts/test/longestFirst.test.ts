import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createVitest, type TestSpecification } from 'vitest/node';
import { root } from '../build/contentHash.ts';
import { readRecorded } from './cpu/costs.ts';
import { LongestFirst } from './longestFirst.ts';

const recorded = readRecorded();

it('begins each project with its longest files, and leaves none out', async () => {
  const vitest = await createVitest('test', { watch: false, config: join(root, 'vitest.config.ts') });
  try {
    const files = await vitest.globTestSpecifications();
    const nameOf = ({ moduleId }: TestSpecification) => moduleId.slice(root.length + 1);
    const sorted = await new LongestFirst(vitest).sort(files);
    expect(new Set(sorted)).toEqual(new Set(files));
    const order = sorted.map(({ project }) => project.name);
    expect(order.filter((name, index) => name !== order[index - 1])).toEqual([...new Set(order)]);
    for (const name of new Set(order)) {
      const names = sorted.filter(({ project }) => project.name === name).map(nameOf);
      const costs = names.map((path) => recorded[path] ?? 0);
      expect(costs, name).toEqual([...costs].sort((a, b) => b - a));
    }
  } finally {
    await vitest.close();
  }
});

it('shuffles the files of each project by the seed alone, where files are shuffled', async () => {
  const sortBy = async (seed: number) => {
    const sequence = { shuffle: true, seed };
    const vitest = await createVitest('test', {
      watch: false,
      config: join(root, 'vitest.config.ts'),
      sequence,
    });
    try {
      const files = await vitest.globTestSpecifications();
      const sorted = await new LongestFirst(vitest).sort(files);
      expect(new Set(sorted)).toEqual(new Set(files));
      return sorted.map(({ moduleId, project }) => `${project.name} ${moduleId.slice(root.length + 1)}`);
    } finally {
      await vitest.close();
    }
  };
  const first = await sortBy(1);
  expect(await sortBy(1)).toEqual(first);
  expect(await sortBy(2)).not.toEqual(first);
  const projects = first.map((name) => name.split(' ')[0]);
  expect(projects.filter((name, index) => name !== projects[index - 1])).toEqual([...new Set(projects)]);
});
