import type { Prompt } from './command/index.ts';

/** Questions go to the error output, so that the result can be piped. */
const context = { output: process.stderr };

/** Asks at the terminal, with libraries that only a question loads. Ctrl-C rejects. */
export const terminalPrompt: Prompt = {
  async text(message, { usual, check } = {}) {
    const { default: input } = await import('@inquirer/input');
    const options = {
      ...(usual === undefined ? {} : { default: usual }),
      ...(check ? { validate: check } : {}),
    };
    return input({ message, ...options }, context);
  },
  async secret(message) {
    const { default: password } = await import('@inquirer/password');
    return password({ message }, context);
  },
};
