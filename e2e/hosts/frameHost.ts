/**
 * A page that sends wallet frames any message, as any script could, without our client. Tests use it as the host, an
 * attacker, or a foreign site.
 */
interface Answer {
  id: string;
  event: string;
  data?: Record<string, unknown>;
  error?: { type: string; message: string };
}

const frames = new Map<string, HTMLIFrameElement>();
const answers: { origin: string; data: Answer }[] = [];
let count = 0;
window.addEventListener('message', ({ origin, data }) => answers.push({ origin, data }));

const frameHost = {
  /** Mounts a frame with a name, hidden or in the given size. Resolves when its page has loaded or failed to load. */
  mount(
    name: string,
    url: string,
    shown?: { height: number; allow?: string; style?: string },
  ): Promise<void> {
    const frame = document.createElement('iframe');
    frame.src = url;
    frame.hidden = shown === undefined;
    frame.name = name;
    if (shown) {
      frame.allow = shown.allow ?? '';
      frame.style.cssText = `width: 368px; height: ${shown.height}px; border: 0; display: block; ${shown.style ?? ''}`;
    }
    frames.set(name, frame);
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', () => resolve()));
  },
  restyle(name: string, style: string): void {
    const frame = frames.get(name);
    if (frame) frame.style.cssText = style;
  },
  unmount(name: string): void {
    frames.get(name)?.remove();
    frames.delete(name);
  },
  /** Sends a message unchanged. */
  post(name: string, message: unknown): void {
    frames.get(name)?.contentWindow?.postMessage(message, '*');
  },
  /** Sends a request. Resolves with the answer to its id, or null if none arrives in time. */
  async request(name: string, event: string, data: unknown, waitMs = 60_000): Promise<Answer | null> {
    count += 1;
    const id = `id-${count}`;
    const answer = new Promise<Answer>((resolve) => {
      const listen = ({ data: reply }: MessageEvent<Answer>) => {
        if (reply?.id !== id) return;
        window.removeEventListener('message', listen);
        resolve(reply);
      };
      window.addEventListener('message', listen);
    });
    frameHost.post(name, { id, event, data });
    return Promise.race([answer, new Promise<null>((resolve) => setTimeout(resolve, waitMs, null))]);
  },
  answers: () => answers,
  popup(name: string, url: string): void {
    const opened = window.open(url, name, 'width=400,height=400');
    Object.assign(window, { [`popup_${name}`]: opened });
  },
  postToPopup(name: string, message: unknown): void {
    const opened = Reflect.get(window, `popup_${name}`) as Window | null;
    opened?.postMessage(message, '*');
  },
};

export type FrameHost = typeof frameHost;
declare global {
  interface Window {
    frameHost: FrameHost;
  }
}
window.frameHost = frameHost;
