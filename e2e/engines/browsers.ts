import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startProcess, temporaryFolder } from '@latchkey/testkit';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { openMarionette } from './marionette.ts';

/** Browsers other than Chromium, as Debian packages them. */
export const engines = ['firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

export const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;
export type Size = keyof typeof sizes;

export interface Browser {
  readonly driver: WebDriver;
  close(): Promise<void>;
}

const start: Readonly<Record<Engine, (size: Size) => Promise<Browser>>> = {
  firefox: startFirefox,
  webkit: startWebKit,
};

/** Starts a browser with a window of this size. The browser ends with the test file, if nobody closes it before. */
export function startBrowser(engine: Engine, size: Size): Promise<Browser> {
  return start[engine](size);
}

async function startFirefox(size: Size): Promise<Browser> {
  const profile = temporaryFolder('firefox');
  const prefs = {
    // Firefox chooses a free port and writes it to the profile.
    'marionette.port': 0,
    'toolkit.legacyUserProfileCustomizations.stylesheets': true,
  };
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  // Without this style, Firefox's window is at least 500 px wide.
  mkdirSync(join(profile, 'chrome'));
  writeFileSync(join(profile, 'chrome/userChrome.css'), ':root { min-width: 0 !important }');
  const { width, height } = sizes[size];
  const firefox = startProcess(
    'firefox-esr',
    ['--headless', '--kiosk', '--no-remote', '--profile', profile, '--marionette'],
    {
      stdio: 'ignore',
      within: 'file',
      env: {
        ...process.env,
        HOME: profile,
        MOZ_HEADLESS_WIDTH: String(width),
        MOZ_HEADLESS_HEIGHT: String(height),
      },
    },
  );
  const portFile = join(profile, 'MarionetteActivePort');
  while (!existsSync(portFile) && firefox.exitCode === null) await sleep(50);
  const driver = await openMarionette(Number(readFileSync(portFile, 'utf8')));
  return {
    driver,
    async close() {
      await driver.quit();
    },
  };
}

async function startWebKit(size: Size): Promise<Browser> {
  const { width, height } = sizes[size];
  // Each browser has its own display, so none covers another one's window.
  const screen = startProcess(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], within: 'file' },
  );
  const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const port = await freePort();
  const home = temporaryFolder('webkit');
  const server = startProcess('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    within: 'file',
    env: {
      ...process.env,
      DISPLAY: `:${display.toString().trim()}`,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isListening(url)) && server.exitCode === null) await sleep(50);
  const capabilities = new Capabilities()
    .setBrowserName('MiniBrowser')
    // Full screen has no bars, which would limit the width of the window.
    .set('webkitgtk:browserOptions', { binary: findMiniBrowser(), args: ['--automation', '--full-screen'] });
  const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
  await driver.manage().window().setRect({ x: 0, y: 0, width, height });
  return {
    driver,
    async close() {
      await driver.quit();
      server.kill();
      screen.kill();
    },
  };
}

async function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/status`).then(
    () => true,
    () => false,
  );
}

/** Returns the path of MiniBrowser, WebKitGTK's own browser. Debian puts it into the folder of the architecture. */
function findMiniBrowser(): string {
  const paths = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`);
  const found = paths.find((path) => existsSync(path));
  if (!found) throw new Error('MiniBrowser of WebKitGTK is not installed');
  return found;
}
