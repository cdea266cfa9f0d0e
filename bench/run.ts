import { bringForTests } from '../scripts/test/machine.ts';
import { captchaBench } from './client/captcha.ts';
import { clickBench } from './client/click.ts';
import { createBench } from './client/create.ts';
import { crossAppBench } from './client/crossApp.ts';
import { fundingBench } from './client/funding.ts';
import { hostedBench } from './client/hosted.ts';
import { sendBench } from './client/send.ts';
import { signBench } from './client/sign.ts';
import { sizeBench } from './client/size.ts';
import { walletsBench } from './client/wallets.ts';
import { type Bench, keepsBudget, report } from './result.ts';
import { capacityBench } from './server/capacity.ts';
import { factorBench } from './server/factor.ts';
import { growthBench } from './server/growth.ts';
import { loginBench } from './server/login.ts';
import { memoryBench } from './server/memory.ts';
import { refreshBench } from './server/refresh.ts';
import { siweBench } from './server/siwe.ts';
import { workersBench } from './server/workers.ts';

/** `npm run bench [name …]`: runs all benches, or the named ones. Exits with 1 if a figure misses its budget. */
const benches: Record<string, Bench> = {
  size: sizeBench,
  captcha: captchaBench,
  click: clickBench,
  wallets: walletsBench,
  create: createBench,
  sign: signBench,
  send: sendBench,
  funding: fundingBench,
  hosted: hostedBench,
  crossApp: crossAppBench,
  refresh: refreshBench,
  login: loginBench,
  siwe: siweBench,
  factor: factorBench,
  growth: growthBench,
  memory: memoryBench,
  capacity: capacityBench,
  workers: workersBench,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
let missed = 0;
await bringForTests();
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const result = await bench();
  await report(result);
  missed += result.figures.filter((figure) => !keepsBudget(figure)).length;
}
if (missed > 0) console.error(`\n${missed} figure(s) miss their budget.`);
// Ends the service and the browser that some fixtures keep for the next test file.
process.exit(missed > 0 ? 1 : 0);
