import { once } from 'node:events';
import { connect } from 'node:net';
import { error, Session, WebDriver } from 'selenium-webdriver';
import { type Command, type Executor, Name } from 'selenium-webdriver/lib/command.js';

/**
 * Marionette's names for the WebDriver commands that the tests send. geckodriver, which translates them elsewhere, is
 * not in Debian.
 */
const names: Readonly<Record<string, string>> = {
  [Name.CLEAR_ELEMENT]: 'WebDriver:ElementClear',
  [Name.CLICK_ELEMENT]: 'WebDriver:ElementClick',
  [Name.EXECUTE_SCRIPT]: 'WebDriver:ExecuteScript',
  [Name.GET]: 'WebDriver:Navigate',
  [Name.GET_ELEMENT_TEXT]: 'WebDriver:GetElementText',
  [Name.QUIT]: 'Marionette:Quit',
  [Name.REFRESH]: 'WebDriver:Refresh',
  [Name.SEND_KEYS_TO_ELEMENT]: 'WebDriver:ElementSendKeys',
  [Name.SWITCH_TO_FRAME]: 'WebDriver:SwitchToFrame',
};

interface Failure {
  error: string;
  message: string;
}
/** `[1, id, error, result]` */
type Reply = [type: 1, id: number, failure: Failure | null, result: { value?: unknown } | unknown];

/**
 * Opens a WebDriver session with a Firefox that was started with `--marionette`.
 *
 * Source: Firefox Source Docs, "Marionette protocol": a message is its length in bytes, a colon, and JSON.
 */
export async function openMarionette(port: number): Promise<WebDriver> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, (reply: Reply) => void>();
  let read = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    read = Buffer.concat([read, chunk]);
    for (;;) {
      const colon = read.indexOf(':');
      const end = colon + 1 + Number(read.subarray(0, colon).toString());
      if (colon < 0 || read.length < end) return;
      const message = JSON.parse(read.subarray(colon + 1, end).toString()) as Reply | object;
      read = read.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) waiting.get(message[1])?.(message as Reply);
    }
  });
  let count = 0;
  let fail = (_reason: Error) => {};
  socket.once('close', () => fail(new error.NoSuchSessionError('Firefox has ended')));
  async function send(name: string, parameters: object): Promise<unknown> {
    count += 1;
    const id = count;
    const text = JSON.stringify([0, id, name, parameters]);
    const [, , failure, result] = await new Promise<Reply>((resolve, reject) => {
      waiting.set(id, resolve);
      fail = reject;
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
    waiting.delete(id);
    if (failure) error.throwDecodedError({ ...failure });
    return result !== null && typeof result === 'object' && 'value' in result ? result.value : result;
  }
  const executor: Executor = {
    async execute(command: Command) {
      const name = names[command.getName()];
      if (!name) throw new error.UnknownCommandError(command.getName());
      const { id: element, ...parameters } = command.getParameters() as { id?: Record<string, string> };
      if (!element) return send(name, parameters);
      const [id] = Object.values(element);
      return send(name, command.getName() === Name.SWITCH_TO_FRAME ? { element: id } : { id, ...parameters });
    },
  };
  await send('WebDriver:NewSession', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  return new WebDriver(new Session('marionette', {}), executor);
}
