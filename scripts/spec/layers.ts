/** Words in the column `layer` of `docs/spec/requirements.tsv`, where several are joined by `+`. */
export type Layer = 'client' | 'frame' | 'modal' | 'sandbox' | 'server' | 'shared';

interface LayerTests {
  /** Files and folders, relative to the root, whose passing tests prove the layer. */
  tests: readonly string[];
  /** Files and folders inside these whose tests do not prove it. */
  except?: readonly string[];
}

/**
 * Tests that prove each layer. A folder is listed if its tests run the real code of the layer and check what it does.
 * docs/evidence/README.md explains the choice of folders.
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
      // Reads the export page in the frame itself.
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

export function isLayer(word: string): word is Layer {
  return Object.hasOwn(layers, word);
}

/** True if the tests of a file, by its path from the root, prove a layer. */
export function isProofOf(layer: Layer, file: string): boolean {
  const { tests, except = [] } = layers[layer];
  const isIn = (path: string) => file === path || file.startsWith(`${path}/`);
  return tests.some(isIn) && !except.some(isIn);
}
