import { captchaOf, createClient } from '@latchkey/core';

/** A host page with only the captcha, which the bench runs. */
const { appId, apiUrl } = document.documentElement.dataset;
const client = createClient({ appId: appId ?? '', apiUrl: apiUrl ?? '' });
await client.start();
const captcha = captchaOf(client);

/** Returns the time of one check in ms, by the page's own clock. */
async function pass(): Promise<number> {
  captcha.reset();
  const began = performance.now();
  const passed = new Promise<void>((resolve) => {
    const stop = captcha.subscribe(() => {
      if (captcha.getState().status !== 'success') return;
      stop();
      resolve();
    });
  });
  captcha.execute();
  await passed;
  return performance.now() - began;
}

Object.assign(window, { pass });
document.documentElement.dataset.ready = '';
