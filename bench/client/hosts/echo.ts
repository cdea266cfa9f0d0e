/** A frame that answers every message: the floor of talking to a frame. */
window.addEventListener('message', (event) => {
  (event.source as Window | null)?.postMessage(event.data, { targetOrigin: event.origin });
});
