/** The outside world of a command. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Folder of the user's settings, in which `latchkey login` keeps its token. */
  readonly configFolder: string;
  readonly platform: NodeJS.Platform;
  readonly version: string;
  fetch(input: string | URL, init?: RequestInit): Promise<Response>;
  now(): number;
  /** Writes lines of the result to the standard output. */
  tell(text: string): void;
  /** Writes lines for the person at the terminal to the error output. */
  note(text: string): void;
  /** Asks the person at the terminal. Null if there is no terminal. */
  readonly prompt: Prompt | null;
}

export interface Prompt {
  text(
    question: string,
    options?: { usual?: string; check?: (text: string) => true | string },
  ): Promise<string>;
  /** Asks for a secret, which is not shown. */
  secret(question: string): Promise<string>;
}
