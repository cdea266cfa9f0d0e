/** The words that the column `layer` of `docs/spec/requirements.tsv` may hold, joined by `+`. */
export type Layer = 'client' | 'frame' | 'modal' | 'sandbox' | 'server' | 'shared';

interface LayerTests {
  /** Files and folders, from the root, whose passing tests prove the layer. */
  tests: readonly string[];
  /** Files and folders in these that do not. */
  except?: readonly string[];
}

/**
 * Which tests prove which layer. A folder stands here if its tests run the real code of the layer and look at what that
 * code does: a browser test that passes through the service on its way to a screen says little about the service, which
 * may be right there for the wrong reason. docs/evidence/README.md says why each folder is in or out.
 */
export const layers: Readonly<Record<Layer, LayerTests>> = {
  client: {
    tests: [
      'packages/coinbase',
      'packages/core',
      'packages/wagmi',
      'packages/walletconnect',
      'e2e/cloud',
      'e2e/cookies',
      'e2e/crash',
      'e2e/cross-app',
      'e2e/frame/client.test.ts',
      'e2e/funding',
      'e2e/modal',
      'e2e/sdk',
      'e2e/story',
      'e2e/wallets',
    ],
  },
  frame: {
    tests: [
      'packages/frame',
      'e2e/cloud',
      'e2e/crash',
      'e2e/dump',
      'e2e/frame',
      // It reads the export page in the frame itself.
      'e2e/modal/export.test.ts',
    ],
  },
  modal: {
    tests: [
      'e2e/cross-app',
      'e2e/funding',
      'e2e/gallery',
      'e2e/hosted',
      'e2e/modal',
      'e2e/sdk',
      'e2e/story',
      'e2e/wallets',
    ],
    except: ['e2e/story/withoutModal.test.ts'],
  },
  sandbox: { tests: ['packages/sandbox'] },
  server: {
    tests: [
      'packages/server',
      'packages/testkit',
      'conformance/appSettings.test.ts',
      'conformance/identityTokens.test.ts',
      'conformance/jsSdkCore',
      'conformance/node',
      'conformance/serverAuth',
      'conformance/webhooks.test.ts',
      'e2e/thief',
    ],
  },
  shared: {
    tests: ['packages/core', 'packages/react', 'packages/server', 'packages/wire'],
  },
};

/** Whether a word of the ledger is a layer that the table knows. */
export function isLayer(word: string): word is Layer {
  return Object.hasOwn(layers, word);
}

/** Whether the tests of a file, by its path from the root, prove a layer. */
export function isProofOf(layer: Layer, file: string): boolean {
  const { tests, except = [] } = layers[layer];
  const isIn = (path: string) => file === path || file.startsWith(`${path}/`);
  return tests.some(isIn) && !except.some(isIn);
}
