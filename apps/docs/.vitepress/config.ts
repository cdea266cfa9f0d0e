import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, type SiteFacts } from '../src/config.ts';

const facts = JSON.parse(
  readFileSync(join(import.meta.dirname, '../.cache/facts.json'), 'utf8'),
) as SiteFacts;

export default createConfig(facts);
