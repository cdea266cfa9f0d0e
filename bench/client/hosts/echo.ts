/** A frame that returns every message: the baseline for messages to a frame. */
window.addEventListener('message', (event) => {
  (event.source as Window | null)?.postMessage(event.data, { targetOrigin: event.origin });
});
