/** Function of a test that plays the wallet frame. It gets each message that the page posts to the frame. */
export type FrameScript = (message: unknown, frame: ScriptedFrame) => void;

export interface ScriptedFrame {
  readonly src: string;
  /** Posts to the page, by default as the frame itself on its own origin. */
  post(data: unknown, from?: { origin?: string; source?: unknown }): void;
}

export interface BrowserPage {
  /** Window for the client's environment. */
  readonly window: Window & typeof globalThis;
  readonly cookies: Map<string, string>;
  /** Addresses that the page navigated to. The page itself stays. */
  readonly visited: readonly string[];
  /** Attributes and properties of the iframes that are in the page now. */
  readonly frames: readonly Record<string, unknown>[];
  dispatch(event: Event): void;
}

export interface BrowserProfile {
  readonly stored: Map<string, string>;
  /** Opens a page (a tab) of this profile. */
  open(options?: PageOptions): BrowserPage;
}

export interface PageOptions {
  /** @default 'http://localhost:3000/' */
  url?: string;
  /** Answers the messages that the page posts to its frames. Without it, frames load and stay silent. */
  frame?: FrameScript;
  /** True if localStorage throws, as in browsers that block storage. */
  isStorageBlocked?: boolean;
  /** @default true */
  hasLocks?: boolean;
  /** User agent of the browser. @default '' */
  userAgent?: string;
  /** The window that opened this one. @default null */
  opener?: object | null;
}

/**
 * The few browser parts that the client uses, for tests without rendering: storage and locks shared by the tabs of a
 * profile, with the events between tabs, cookies, and iframes whose other end a test scripts.
 */
export function createBrowserProfile(): BrowserProfile {
  const stored = new Map<string, string>();
  /** Shared by the tabs, like localStorage. */
  const cookies = new Map<string, string>();
  const tabs: BrowserPage[] = [];
  const locks = createLocks();

  function storageOf(tab: () => BrowserPage) {
    const tell = (key: string) => {
      for (const other of tabs)
        if (other !== tab()) other.dispatch(Object.assign(new Event('storage'), { key }));
    };
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem(key: string, value: string) {
        if (stored.get(key) === value) return;
        stored.set(key, value);
        tell(key);
      },
      removeItem(key: string) {
        if (stored.delete(key)) tell(key);
      },
    };
    // Like in a browser, the stored names are its own properties.
    return new Proxy(storage, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: (_, name) =>
        stored.has(String(name)) ? { configurable: true, enumerable: true } : undefined,
    });
  }

  return {
    stored,
    open(options = {}) {
      const events = new EventTarget();
      const visited: string[] = [];
      const location = Object.assign(new URL(options.url ?? 'http://localhost:3000/'), {
        assign: (url: string) => void visited.push(url),
      });
      const frames: FrameElement[] = [];
      let isClosed = false;
      const dispatch = (event: Event) => void events.dispatchEvent(event);
      const storage = storageOf(() => page);
      const window = {
        location,
        history: {
          state: null,
          replaceState(_state: unknown, _title: string, url: URL) {
            location.href = url.href;
          },
        },
        navigator: {
          ...(options.hasLocks === false ? {} : { locks }),
          userAgent: options.userAgent ?? '',
        },
        opener: options.opener ?? null,
        BroadcastChannel,
        close() {
          isClosed = true;
        },
        get closed() {
          return isClosed;
        },
        get localStorage() {
          if (options.isStorageBlocked) throw new DOMException('Storage is blocked', 'SecurityError');
          return storage;
        },
        document: {
          addEventListener: events.addEventListener.bind(events),
          removeEventListener: events.removeEventListener.bind(events),
          get cookie() {
            return [...cookies.values()].map((cookie) => cookie.split('; ')[0]).join('; ');
          },
          set cookie(text: string) {
            keepCookie(cookies, text);
          },
          createElement: () => createFrameElement(options.frame ?? (() => {}), dispatch),
          body: {
            append(element: FrameElement) {
              frames.push(element);
              element.connect(() => frames.splice(frames.indexOf(element), 1));
            },
          },
        },
        addEventListener: events.addEventListener.bind(events),
        removeEventListener: events.removeEventListener.bind(events),
        dispatchEvent: events.dispatchEvent.bind(events),
      };
      const page: BrowserPage = {
        window: window as unknown as BrowserPage['window'],
        cookies,
        visited,
        frames: frames as unknown as Record<string, unknown>[],
        dispatch,
      };
      tabs.push(page);
      return page;
    },
  };
}

type FrameElement = ReturnType<typeof createFrameElement>;

function createFrameElement(script: FrameScript, dispatch: (event: Event) => void) {
  const events = new EventTarget();
  const attributes = new Map<string, string>();
  let disconnect: (() => void) | null = null;
  const element = {
    attributes,
    style: {},
    src: '',
    get isConnected() {
      return disconnect !== null;
    },
    contentWindow: {
      postMessage(data: unknown, targetOrigin: string) {
        const message = structuredClone(data); // throws for values that cannot be cloned, as in a browser
        if (disconnect && targetOrigin === new URL(element.src).origin)
          queueMicrotask(() => script(message, frame));
      },
    },
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
    addEventListener: events.addEventListener.bind(events),
    load: () => void events.dispatchEvent(new Event('load')),
    connect(onRemove: () => void) {
      disconnect = onRemove;
      queueMicrotask(element.load);
    },
    remove() {
      disconnect?.();
      disconnect = null;
    },
  };
  const frame: ScriptedFrame = {
    get src() {
      return element.src;
    },
    post(data, from = {}) {
      if (!disconnect) return;
      const { origin = new URL(element.src).origin, source = element.contentWindow } = from;
      dispatch(Object.assign(new Event('message'), { data, origin, source }));
    },
  };
  return element;
}

function keepCookie(cookies: Map<string, string>, text: string): void {
  const [pair = '', ...attributes] = text.split('; ');
  const name = pair.slice(0, pair.indexOf('='));
  if (attributes.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, text);
}

/** Creates exclusive Web Locks, with the parts that the client uses. */
function createLocks() {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request<T>(name: string, options: { signal?: AbortSignal }, task: () => Promise<T>): Promise<T> {
      const turn = (tails.get(name) ?? Promise.resolve()).catch(() => {});
      let hasBegun = false;
      const result = turn.then(() => {
        hasBegun = true;
        options.signal?.throwIfAborted();
        return task();
      });
      tails.set(name, result);
      const given = new Promise<never>((_, reject) => {
        options.signal?.addEventListener('abort', () => hasBegun || reject(options.signal?.reason));
      });
      return Promise.race([result, given]);
    },
  };
}
