/**
 * `api.js`: `window.turnstile` with explicit rendering, as far as pages use it.
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/widget-configurations/
 */
export const pageScript = `(() => {
  const own = new URL(document.currentScript.src);
  const widgets = new Map();
  let count = 0;

  function find(place) {
    if (typeof place === 'string' && widgets.has(place)) return widgets.get(place);
    const element = typeof place === 'string' ? document.querySelector(place) : place;
    return [...widgets.values()].find((widget) => widget.element === element);
  }
  function run(widget) {
    widget.frame?.remove();
    widget.token = '';
    const frame = document.createElement('iframe');
    const { sitekey, action = '' } = widget.options;
    frame.src = own.origin + '/turnstile/v0/frame?' + new URLSearchParams({ id: widget.id, siteKey: sitekey, action });
    frame.referrerPolicy = 'origin';
    frame.title = 'Widget containing a Cloudflare security challenge';
    frame.width = frame.height = '0';
    frame.style.border = 'none';
    widget.frame = frame;
    widget.element.append(frame);
  }
  addEventListener('message', ({ data, origin, source }) => {
    const widget = widgets.get(data?.turnstile);
    if (!widget || origin !== own.origin || source !== widget.frame?.contentWindow) return;
    const { options, frame } = widget;
    const tell = (name, value) => options[name]?.(value);
    if (data.isPressNeeded) {
      frame.width = '300';
      frame.height = '65';
      tell('before-interactive-callback');
    } else if (data.error) {
      tell('error-callback', data.error);
    } else {
      if (frame.height !== '0') tell('after-interactive-callback');
      if ((options.appearance ?? 'always') !== 'always') frame.width = frame.height = '0';
      widget.token = data.token;
      widget.timer = setTimeout(() => {
        widget.token = '';
        tell('expired-callback');
        if ((options['refresh-expired'] ?? 'auto') === 'auto') run(widget);
      }, 300000);
      tell('callback', data.token);
    }
  });

  window.turnstile = {
    ready: (callback) => callback(),
    render(place, options) {
      const element = typeof place === 'string' ? document.querySelector(place) : place;
      if (!element) throw new Error('[Cloudflare Turnstile] Unable to find a container');
      if (typeof options?.sitekey !== 'string') throw new Error('[Cloudflare Turnstile] Missing sitekey');
      if (find(element)) return undefined;
      const widget = { id: 'cf-chl-widget-' + (count += 1), element, options, token: '', frame: null };
      widgets.set(widget.id, widget);
      if ((options.execution ?? 'render') === 'render') run(widget);
      return widget.id;
    },
    execute: (place) => { const widget = find(place); if (widget) run(widget); },
    getResponse: (place) => (place === undefined ? [...widgets.values()][0] : find(place))?.token,
    isExpired: (place) => !find(place)?.token,
    reset(place) {
      const widget = find(place);
      if (!widget) return;
      clearTimeout(widget.timer);
      widget.token = '';
      widget.frame?.remove();
      if ((widget.options.execution ?? 'render') === 'render') run(widget);
    },
    remove(place) {
      const widget = find(place);
      if (!widget) return;
      clearTimeout(widget.timer);
      widget.frame?.remove();
      widgets.delete(widget.id);
    },
  };
  const { onload } = Object.fromEntries(own.searchParams);
  if (onload) window[onload]?.();
})();
`;
